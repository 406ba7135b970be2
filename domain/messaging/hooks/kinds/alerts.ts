import { z } from 'zod';
import { toOneSegment } from '#domain/messaging/notification-channels/send-sms.ts';
import { requireSecret } from '../authenticate.ts';
import type { HookKind } from '../contract.ts';
import { answerText, optional, parsePayload, scalar } from '../payload.ts';

const texts = z.record(z.string(), scalar).default({});

/** Labels and annotations of an alert. Most alerts have a name, and many have a summary. */
const alert = z.object({
  status: optional,
  labels: texts,
  annotations: texts,
  startsAt: optional,
  fingerprint: optional,
});

/**
 * The webhook payload of Alertmanager, version 4 (prometheus.io/docs/alerting/latest/configuration). Grafana adds fields to
 * it.
 */
const notification = z.object({
  groupKey: optional,
  status: scalar,
  groupLabels: texts,
  commonLabels: texts,
  commonAnnotations: texts,
  title: optional,
  alerts: z.array(alert).min(1).max(1_000),
});

/**
 * If two calls with the same notification are at least this many minutes apart, both are sent. Retries come sooner, and
 * intended repeats come hours later.
 */
const repeatMinutes = 3;

const read: HookKind['read'] = ({ payload }) => {
  const { status, groupKey, alerts, ...common } = parsePayload(notification, payload);
  const [first] = alerts;
  const labels = { ...first?.labels, ...common.groupLabels, ...common.commonLabels };
  const name = labels.alertname ?? common.title ?? 'Alert';
  const annotations = { ...first?.annotations, ...common.commonAnnotations };
  const summary = annotations.summary ?? annotations.description ?? '';
  const count = alerts.length;
  const instance = labels.instance ?? '';
  const head = `${status.toUpperCase()}${count > 1 ? ` ${count}` : ''}: ${name}${instance ? ` (${instance})` : ''}`;
  const states = alerts.map(({ fingerprint = '', status: own = '', startsAt = '' }) =>
    [fingerprint, own, startsAt].join(' '),
  );
  return {
    recipients: [],
    text: toOneSegment(summary ? `${head}. ${summary}` : head),
    fields: { status, count, name, summary, instance },
    // A retry, and another member of the cluster, send the same notification.
    event: groupKey && JSON.stringify([groupKey, status, ...states.toSorted()]),
    repeatMinutes,
  };
};

const alerts = {
  ...{ secret: 'generated', methods: ['POST'], codes: 'never', hasRecipients: true },
  maxBody: 256 * 1024,
  sendAs: ['text', 'template'],
  authenticate: requireSecret,
  ...{ read, answer: answerText },
} satisfies Partial<HookKind>;

const alertmanager: HookKind = {
  ...alerts,
  title: 'Alertmanager',
  summary: 'Sends the alerts of Prometheus to the numbers of the hook.',
  setup: ({ url, secret }) => [
    {
      title: 'alertmanager.yml',
      text: 'A receiver. Name it in a route:',
      language: 'yaml',
      lines: `receivers:
  - name: dakiya
    webhook_configs:
      - url: ${url}
        send_resolved: true
        max_alerts: 20
        http_config:
          authorization:
            credentials: ${secret}`,
    },
  ],
};

const grafana: HookKind = {
  ...alerts,
  title: 'Grafana',
  summary: 'Sends the alerts of Grafana to the numbers of the hook.',
  setup: ({ url, secret }) => [
    {
      title: 'Grafana’s interface',
      text: 'Alerting, Contact points, Add contact point, Webhook:',
      language: 'text',
      lines: `URL: ${url}
HTTP Method: POST
Authorization Header, Scheme: Bearer
Authorization Header, Credentials: ${secret}
Max Alerts: 20`,
    },
    {
      title: 'Provisioning',
      text: 'A file in provisioning/alerting:',
      language: 'yaml',
      lines: `apiVersion: 1
contactPoints:
  - orgId: 1
    name: dakiya
    receivers:
      - uid: dakiya
        type: webhook
        settings:
          url: ${url}
          httpMethod: POST
          authorization_scheme: Bearer
          authorization_credentials: ${secret}
          maxAlerts: 20`,
    },
  ],
};

export const alertKinds = { alertmanager, grafana };
