import express, { type Router } from 'express';
import type { Smsc } from '../smsc/server.ts';
import { asset } from '../web/asset.ts';
import { createLiveUpdates } from '../web/live-updates.ts';
import { parameter } from '../web/parameter.ts';
import { handsetJson, submitsJson } from './json.ts';
import { parseSetting } from './network-setting.ts';
import type { NetworkSettingError } from './network-view.ts';
import { renderHandset } from './page.ts';
import { normalizeDigits } from './phone-number.ts';
import { script } from './script.ts';
import { parseScrubberForm, parseScrubberSetting } from './scrubber-setting.ts';
import { style } from './style.ts';

const mostPhones = 24;

type HandsetOptions = { smsc: Smsc; smscHost: string };

/** The handset page, its JSON endpoints for tests and benchmarks, and the network's controls. */
export function handsetRoutes({ smsc, smscHost }: HandsetOptions): Router {
  const router = express.Router();

  const page = (
    search: string,
    error: NetworkSettingError | null = null,
    scrubberProblem: string | null = null,
  ) =>
    renderHandset({
      conversations: smsc.phones.conversations(mostPhones, normalizeDigits(search)),
      numbers: smsc.phones.numbers(),
      search,
      setting: smsc.network.setting(),
      error,
      scrubber: {
        setting: smsc.scrubber.setting(),
        problem: scrubberProblem ?? smsc.scrubber.problem(),
      },
      smsc: { host: smscHost, port: smsc.port },
    });

  router.get('/', ({ query }, response) => void response.send(page(parameter(query.number))));
  router.get('/assets/handset.css', asset('text/css', style));
  router.get('/assets/handset.js', asset('text/javascript', script));
  router.get('/events', createLiveUpdates(smsc.subscribe));

  router.get('/handset.json', ({ query }, response) => {
    response.json(handsetJson(smsc, normalizeDigits(parameter(query.number))));
  });
  router.get('/submits.json', ({ query }, response) => {
    response.json(submitsJson(smsc, parameter(query.recipients)));
  });

  router.get('/network.json', (_request, response) => {
    response.json(networkJson(smsc));
  });
  router.post('/network.json', ({ body }, response) => {
    const parsed = parseSetting(body);
    if ('reason' in parsed) {
      response.status(400).json({ error: parsed.reason });
      return;
    }
    smsc.network.set(parsed.behaviour, parsed.count);
    response.json(networkJson(smsc));
  });
  // A reload after an invalid entry arrives here.
  router.get('/network', (_request, response) => response.redirect('/#network'));
  router.post('/network', ({ body }, response) => {
    const parsed = parseSetting(body);
    if ('reason' in parsed) {
      response.status(400).send(page('', parsed));
      return;
    }
    smsc.network.set(parsed.behaviour, parsed.count);
    response.redirect(303, '/#network');
  });

  router.get('/scrubber.json', (_request, response) => {
    response.json(scrubberJson(smsc));
  });
  router.post('/scrubber.json', ({ body }, response) => {
    const parsed = parseScrubberSetting(body);
    if ('reason' in parsed) {
      response.status(400).json({ error: parsed.reason });
      return;
    }
    smsc.scrubber.set(parsed.setting);
    response.json(scrubberJson(smsc));
  });
  router.get('/scrubber', (_request, response) => response.redirect('/#scrubber'));
  router.post('/scrubber', ({ body }, response) => {
    const parsed = parseScrubberForm(body);
    if ('reason' in parsed) {
      response.status(400).send(page('', null, parsed.reason));
      return;
    }
    smsc.scrubber.set(parsed.setting);
    response.redirect(303, '/#scrubber');
  });

  router.post('/clear', (_request, response) => {
    smsc.phones.clear();
    response.redirect(303, '/');
  });
  router.post('/reset.json', (_request, response) => {
    smsc.reset();
    response.json(submitsJson(smsc, ''));
  });
  return router;
}

const scrubberJson = ({ scrubber }: Smsc) => ({
  ...scrubber.setting(),
  problem: scrubber.problem(),
});

function networkJson(smsc: Smsc) {
  const { behaviour, remaining } = smsc.network.setting();
  return { behaviour, count: remaining };
}
