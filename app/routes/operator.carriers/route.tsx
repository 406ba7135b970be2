import { Link, useLoaderData } from '@remix-run/react';
import { TitledCard } from '#app/components/sections.tsx';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { ReasonPanel, removeRouteForm } from '#app/operator/act-forms.tsx';
import { NewCarrierCard, RouteCard } from '#app/operator/carrier-forms.tsx';
import {
  newCarrierFields,
  newCarrierInput,
  routeInput,
  toCarrier,
  toRoute,
  toRouteFields,
} from '#app/operator/carrier-input.server.ts';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { Updated } from '#app/operator/page-parts.tsx';
import { runCarrierAct } from '#app/operator/shared-acts.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { addCarrier, listCarriers } from '#domain/delivery/routing/manage-carriers.ts';
import { listRoutes, removeRoute, writeRoute } from '#domain/delivery/routing/route-rows.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { readBinds } from '#domain/shared/processes/processes.ts';
import { clock } from '#platform/clock.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'carriers' };
export const meta = () => noIndexMeta('Carriers');

export const loader = loadForOperator('carriers.read', async ({ role }, { request }) => {
  const [{ rows, unusable }, routes, bindsOf] = await Promise.all([
    listCarriers(),
    listRoutes(),
    readBinds(),
  ]);
  const toChange = new URL(request.url).searchParams.get('route');
  const route = routes.find(({ name }) => name === toChange);
  return {
    readAt: clock.now(),
    newCarrier: newCarrierFields(),
    routeToChange: route ? toRouteFields(route) : null,
    mayChange: hasPermission(role, 'carriers.change'),
    // The binds have passwords, which never leave the server.
    carriers: rows.map(({ source, pausedAt, out, config: { name, binds, rate, window } }) => ({
      ...{ name, source, pausedAt, out, rate, window },
      connections: binds.reduce((all, one) => all + one.connections, 0),
      workers: (bindsOf.get(name) ?? []).map(({ state }) => state),
    })),
    unusable: unusable.map(({ name, problem }) => ({ name, problem })),
    routes: routes.map(({ name, priority, carriers, ...conditions }) => ({
      ...{ name, priority },
      when: Object.entries(conditions)
        .filter(([, values]) => values.length > 0)
        .map(([what, values]) => `${what} ${values.join(', ')}`),
      carriers: carriers.map(
        (one) => `${one.step}. ${one.name}${one.weight ? ` (${one.weight})` : ''}`,
      ),
    })),
  };
});

export const action = actForOperator({
  add: formAct({
    permission: 'carriers.change',
    schema: newCarrierInput,
    fallback: fallbacks.carrier,
    run: async ({ name, reason, ...typed }) => {
      const carrier = { password: '', ...toCarrier(name, typed) };
      await runCarrierAct(() => addCarrier(carrier, { reason }), {
        ...{ carrierError: 'name', zodError: 'more' },
      });
      return redirectDone(paths.operatorCarrier(name), `Added ${name}`);
    },
  }),
  'set-route': formAct({
    permission: 'carriers.change',
    schema: routeInput,
    fallback: fallbacks.route,
    run: async ({ reason, ...typed }) => {
      await runCarrierAct(() => writeRoute(toRoute(typed), { reason }), {
        carrierError: 'carriers',
      });
      return redirectDone(paths.operator('carriers'), `Workers use the route ${typed.name}`);
    },
  }),
  'remove-route': formAct({
    permission: 'carriers.change',
    schema: removeRouteForm,
    fallback: fallbacks.route,
    formId: (form) => `remove-route-${form.get('route')}`,
    run: async ({ route, reason }) => {
      await runCarrierAct(() => removeRoute(route, { reason }));
      return redirectDone(paths.operator('carriers'), `Removed the route ${route}`);
    },
  }),
});

export default confirmFirst(CarriersPage, { hasHeading: true });

/** Carriers in the order in which they are tried, and routes. */
function CarriersPage() {
  const { carriers, unusable, routes, mayChange, readAt, newCarrier, routeToChange } =
    useLoaderData<typeof loader>();
  return (
    <>
      <Updated at={readAt} />
      <TitledCard
        heading="h2"
        id="carriers"
        text="Carriers in the order in which they are tried. Workers apply a change within a second, and report every ten seconds whether they are bound."
        title="Carriers"
      >
        {carriers.length + unusable.length === 0 ? (
          <p className="px-5 py-4 text-sm text-faint">There are no carriers.</p>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {carriers.map((one) => (
              <li className="grid gap-0.5 px-5 py-2.5" key={one.name}>
                <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                  <Link className="link font-medium" to={paths.operatorCarrier(one.name)}>
                    {one.name}
                  </Link>
                  <span className="flex flex-wrap gap-2">
                    <BindState workers={one.workers} />
                    <CarrierState {...one} />
                  </span>
                </span>
                <span className="text-xs text-faint">
                  {formatCount(one.rate)} submits a second, window {formatCount(one.window)},{' '}
                  {formatCount(one.connections)}{' '}
                  {one.connections === 1 ? 'connection' : 'connections'} per worker, from{' '}
                  {one.source === 'settings' ? 'the settings' : 'an operator'}
                  {one.out ? `. Tried last: ${one.out.reason}` : ''}
                </span>
              </li>
            ))}
            {unusable.map(({ name, problem }) => (
              <li className="grid gap-0.5 px-5 py-2.5" key={name}>
                <span className="font-medium">{name}</span>
                <span className="text-xs text-bad">Cannot be used: {problem}</span>
              </li>
            ))}
          </ul>
        )}
      </TitledCard>
      <TitledCard
        heading="h2"
        id="routes"
        text="A message takes the first route whose conditions it meets. If no route matches, carriers are tried in their order."
        title="Routes"
      >
        {routes.length === 0 ? (
          <p className="px-5 py-4 text-sm text-faint">There are no routes.</p>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {routes.map(({ name, priority, when, carriers: steps }) => (
              <li
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-2.5"
                key={name}
              >
                <span className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
                  <span>
                    <span className="font-medium">{name}</span>{' '}
                    <span className="text-xs text-faint">priority {priority}</span>
                  </span>
                  <span className="text-xs text-faint">
                    {when.join('; ') || 'all messages'}: {steps.join(', ')}
                  </span>
                </span>
                {mayChange ? (
                  <span className="flex flex-wrap items-center gap-2">
                    <Link
                      aria-label={`Change ${name}`}
                      className="button-quiet"
                      to={`${paths.operator('carriers', { route: name })}#set-route-card-title`}
                    >
                      Change
                    </Link>
                    <ReasonPanel
                      alignRight="@2xl"
                      fallback={fallbacks.route}
                      fields={{ route: name }}
                      id={`remove-route-${name}`}
                      intent="remove-route"
                      label="Remove"
                      name={name}
                    >
                      Messages that took the route {name} then take the next route that matches. If
                      no route matches, carriers are tried in their order.
                    </ReasonPanel>
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </TitledCard>
      {mayChange ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <NewCarrierCard defaults={newCarrier} />
          {/* The form begins anew with another route. */}
          <RouteCard key={routeToChange?.name} route={routeToChange} />
        </div>
      ) : null}
    </>
  );
}

/** In how many workers a carrier is bound. */
function BindState({ workers }: { workers: ('bound' | 'reconnecting' | 'lost')[] }) {
  const running = workers.filter((state) => state !== 'lost').length;
  const bound = workers.filter((state) => state === 'bound').length;
  if (running === 0) return <span className="stamp text-faint">No worker</span>;
  return (
    <span className={`stamp ${bound === running ? 'text-good' : 'text-bad'}`}>
      Bound in {bound} of {running} workers
    </span>
  );
}

type StateProps = { pausedAt: string | null; out: { since: string } | null };

/** The state of a carrier as a stamp. */
function CarrierState({ pausedAt, out }: StateProps) {
  if (pausedAt) return <span className="stamp text-waiting">Paused</span>;
  return out ? (
    <span className="stamp text-bad">Unhealthy</span>
  ) : (
    <span className="stamp text-good">In use</span>
  );
}
