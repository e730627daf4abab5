import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import { useProblemWords } from "#components/kit/words.tsx";
import { receiverTestOptions } from "#lib/core/browser/status.ts";
import { type Connection, connectionOf, isWell, RECEPTION_PROBLEMS } from "#lib/core/contract/connection.ts";
import type { SystemStatus } from "#lib/core/contract/status.ts";
import { type Alert, alertText } from "#lib/outbound/server/notices/alerts/alert.ts";
import { ALERTS } from "#lib/outbound/server/notices/alerts/index.ts";
import { DASHBOARD_ERROR_CODES, SERVICE_ERROR_CODES } from "#lib/platform/contract/error.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import { systemStatus } from "#tools/test/system-status.ts";
import {
  ConnectionBody,
  ConnectionButton,
  ConnectionProblem,
  UnreachableAddress,
  useConnectionTitle,
} from "./connection.tsx";
import { liveMarkState } from "./live.tsx";

const NOW = new Date("2026-11-20T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

const SERVICES: Partial<SystemStatus["service"]>[] = [
  { state: "ok" },
  { state: "unknown", since: null },
  ...["SERVICE_ERROR", "SERVICE_TIMEOUT", "SERVICE_UNREADABLE", "SERVICE_PAUSED", "SERVICE_FORBIDDEN"].map(
    (code) => ({ state: "failing", code }) as const,
  ),
  { state: "unauthorized" },
  { state: "unauthorized", ever_accepted: false },
  { state: "unauthorized", restored_from: ago(90) },
];
const RECEIVERS: Partial<SystemStatus["receiver"]>[] = [
  ...(["missing", "creating", "connected"] as const).map((state) => ({ state })),
  { state: "connected", checked_at: null },
  ...Array.from({ length: 2 ** RECEPTION_PROBLEMS.length }, (_, set) =>
    RECEPTION_PROBLEMS.filter((_problem, bit) => set & (1 << bit)),
  ).flatMap((problems) =>
    (problems.length > 0 ? (["problem", "down"] as const) : (["down"] as const)).map((state) => ({ state, problems })),
  ),
];
const EVENTS = [null, ago(3), ago(61)];

/** Every combination of the states that the connection has. */
const COMBINATIONS: SystemStatus[] = (["ok", "read_only", "full", "failing"] as const).flatMap((storage) =>
  SERVICES.flatMap((service) =>
    RECEIVERS.flatMap((receiver) =>
      EVENTS.map((last_event_at) => systemStatus({ storage, service, receiver, last_event_at })),
    ),
  ),
);
const of = (status: SystemStatus) => connectionOf(status, NOW.getTime());

type Props = { connection: Connection; status: SystemStatus };

function Shown(props: Props) {
  const title = useConnectionTitle()(props);
  return createElement("p", {}, title, " ", createElement(ConnectionBody, props), "|", [
    createElement(ConnectionButton, { key: "button", action: props.connection.action }),
  ]);
}

/** The text and the button of each status, drawn in one document. */
function said(
  all: readonly SystemStatus[],
  role: Role,
  locale: keyof typeof MESSAGES,
  part: ComponentType<Props> = Shown,
) {
  const children = all.map((status, key) => createElement(part, { key, connection: of(status), status }));
  const user = createElement(CurrentUserProvider, { id: "", email: "", name: "", role, children });
  const words = { locale, messages: MESSAGES[locale], timeZone: "UTC", now: NOW, children: user };
  const drawn = createElement(NextIntlClientProvider, words);
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, drawn));
  return html
    .replaceAll("</p>", "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .trim()
    .split("\n")
    .map((line) => ({ text: line.split("|")[0] ?? "", button: line.split("|")[1] ?? "" }));
}

/** Statements about arriving events, of which a text makes at most one. */
const CLAIMS = {
  en: [
    /Events still arrive/,
    /No events arrive|no events arrive/,
    /No event has arrived (since|yet)/,
    /No event has arrived (in the last hour|for an unusually)/,
    /Some events do not arrive|Some activity is not shown/,
    /Deliveries are put off/,
    /Deliveries of the service are refused/,
    /^Deliveries arrive/,
  ],
  "es-MX": [
    /eventos siguen llegando/,
    /[Nn]o llegan eventos/,
    /no ha llegado ningún evento\.|Aún no ha llegado/,
    /No ha llegado ningún evento en la última|más tiempo de lo habitual/,
    /Algunos eventos no llegan|Parte de la actividad/,
    /Las entregas se posponen/,
    /Se rechazan entregas/,
    /^Las entregas llegan/,
  ],
};

describe("over all combinations of states", () => {
  const distinct = new Map<string, SystemStatus>();
  for (const status of COMBINATIONS) {
    const { cause, reception } = of(status);
    const code = cause === "service_failing" && status.service.code;
    distinct.set([cause, reception, code, status.receiver.checked_at, status.last_event_at].join(), status);
  }

  it("the mark says 'live' only after a delivery within the hour, and 'waiting' only before any", () => {
    for (const status of COMBINATIONS) {
      const mark = liveMarkState("live", status, NOW);
      if (mark === "live") expect(status.last_event_at).toBe(EVENTS[1]);
      if (mark === "waiting") expect(status.last_event_at).toBeNull();
      if (mark === "quiet" || mark === "partial") expect(status.last_event_at).not.toBeNull();
      if (isWell(of(status).cause)) expect(mark).toMatch(/^(live|quiet|waiting|connecting)$/);
    }
  });

  it.each(["en", "es-MX"] as const)(
    "the words for an admin in %s have one cause, contradict nothing, and name no administrator",
    (locale) => {
      const labels = Object.values(MESSAGES[locale].shell.connection.action);
      const statuses = [...distinct.values()];
      const lines = said(statuses, "admin", locale);
      expect(lines).toHaveLength(statuses.length);
      for (const [index, { text, button }] of lines.entries()) {
        const status = statuses[index] ?? expect.unreachable();
        const claims = CLAIMS[locale].filter((claim) => claim.test(text));
        expect(claims.length, text).toBeLessThanOrEqual(1);
        expect(text).not.toMatch(/[{}<>]|undefined/);
        if (status.receiver.state === "missing" || status.last_event_at === null) {
          expect(text).not.toMatch(CLAIMS[locale][0] as RegExp);
          expect(text).not.toMatch(CLAIMS[locale].at(-1) as RegExp);
        }
        expect(text).not.toMatch(/dministra(tor|dor)/);
        expect(labels.includes(button)).toBe(of(status).action !== null);
      }
    },
  );

  it.each(["en", "es-MX"] as const)(
    "the banner tells other roles in %s what a problem means for them, and what to tell an administrator",
    (locale) => {
      const statuses = [...distinct.values()].filter((status) => !isWell(of(status).cause));
      const lines = said(statuses, "compliance", locale, ConnectionProblem);
      const { others } = MESSAGES[locale].shell.connection;
      expect(lines).toHaveLength(statuses.length);
      for (const [index, { text }] of lines.entries()) {
        const { cause } = of(statuses[index] ?? expect.unreachable());
        const effect = /^(key|service)_/.test(cause) ? "reading" : cause.startsWith("storage_") ? "saving" : "arrival";
        expect(text).toContain(others[effect].title);
        expect(text).toMatch(/dministra(tor|dor): “.+\.”/);
        expect(text).not.toMatch(/[{}<>]|undefined|RECEIVER_URL|DATABASE_URL|SVC_/);
      }
    },
  );

  it.each(["en", "es-MX"] as const)("alerts have the title of the banner in %s", (locale) => {
    const textOf = (alert: Alert, facts: object) => alertText(alert, facts, null, locale);
    const { connection } = MESSAGES[locale].shell;
    const problem = ALERTS.find(({ kind }) => kind === "webhook_problem") ?? expect.unreachable();
    for (const one of ["deleted_at_service", "disabled_at_service", "other_address", "missing_events"] as const) {
      expect(textOf(problem, { problems: [one], webhook_id: null })).toBe(connection[one].title);
    }
    const down = { problems: ["receiver_down", "missing_events"], webhook_id: null };
    expect(textOf(problem, down)).toBe(connection.down.title);
    const key = ALERTS.find(({ kind }) => kind === "key_refused") ?? expect.unreachable();
    expect(textOf(key, { api_key_id: null })).toBe(connection.key_refused.title);
  });
});

it.each([
  [
    { service: { state: "unauthorized" }, receiver: { state: "problem", problems: ["disabled_at_service"] } },
    "key_refused",
    "disabled_at_service",
    "enter_key",
  ],
  [
    { service: { state: "failing", code: "SERVICE_TIMEOUT" }, receiver: { state: "missing" } },
    "service_failing",
    "missing",
    null,
  ],
  [
    { service: { state: "failing", code: "SERVICE_FORBIDDEN" }, receiver: { state: "missing" } },
    "missing",
    "missing",
    "connect",
  ],
  [{ service: { state: "failing", code: "SERVICE_FORBIDDEN" } }, "service_forbidden", "live", null],
  [{ storage: "full", service: { state: "unauthorized" } }, "storage_full", "live", null],
  [{ receiver: { state: "down", problems: ["deleted_at_service"] } }, "down", "down", null],
  [
    { receiver: { state: "problem", problems: ["silence", "other_address"] } },
    "other_address",
    "other_address",
    "repair",
  ],
  [{ last_event_at: null }, "waiting", "waiting", null],
  [
    { last_event_at: null, receiver: { state: "problem", problems: ["refused"] } },
    "refused",
    "refused",
    "show_refusals",
  ],
  [{ last_event_at: ago(61) }, "quiet", "quiet", null],
] as const)("%j is %s, with events: %s, and the action %s", (changes, cause, reception, action) => {
  const status = systemStatus({ last_event_at: ago(3), ...(changes as Parameters<typeof systemStatus>[0]) });
  expect(of(status)).toMatchObject({ cause, reception, action });
});

const READING_CODES = [...SERVICE_ERROR_CODES, ...DASHBOARD_ERROR_CODES, "NEW_CODE"].filter(
  (code) => code !== "FORBIDDEN",
);
function ReadingProblems() {
  const words = useProblemWords();
  return createElement("p", {}, ...READING_CODES.map((code) => `${words({ code, status: 502 }).body}\n`));
}

it.each([
  ["en", /still arrive/],
  ["es-MX", /siguen llegando/],
] as const)(
  "a failed reading says nothing in %s about events, and names an administrator to nobody who is one",
  (locale, events) => {
    const drawn = (role: Role) => {
      const user = { id: "", email: "", name: "", role, children: createElement(ReadingProblems) };
      const children = createElement(CurrentUserProvider, user);
      const words = { locale, messages: MESSAGES[locale], timeZone: "UTC", now: NOW, children };
      return renderToStaticMarkup(createElement(NextIntlClientProvider, words));
    };
    expect(drawn("admin")).not.toMatch(/dministra(tor|dor)/);
    expect(drawn("support")).toMatch(/dministra(tor|dor)/);
    expect(drawn("admin")).not.toMatch(events);
  },
);

it.each([
  ["ECONNREFUSED", "the connection failed (ECONNREFUSED)."],
  [null, "the connection failed."],
])("an address that is unreachable with the code %j is named with its cause", (code, cause) => {
  const client = new QueryClient();
  client.setQueryData(receiverTestOptions().queryKey, { at: ago(1), result: "unreachable", status: null, code });
  const children = createElement(UnreachableAddress, { lastEventAt: null });
  const words = { locale: "en" as const, messages: MESSAGES.en, timeZone: "UTC", now: NOW, children };
  const drawn = createElement(NextIntlClientProvider, words);
  expect(renderToStaticMarkup(createElement(QueryClientProvider, { client }, drawn))).toContain(cause);
});
