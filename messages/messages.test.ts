import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ACCOUNT_NOTICES } from "#lib/access/contract/user.ts";
import { REFUSAL_REASONS } from "#lib/access/server/throttle.ts";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { EVENT_FAMILIES } from "#lib/core/contract/events/event-catalogue.ts";
import { CURP_LOOKUP_ERRORS, PEOPLE_OUTCOMES } from "#lib/core/contract/people/person.ts";
import { VERIFICATION_EVENT_KINDS } from "#lib/core/contract/verifications/activity.ts";
import { OUTAGE_CAUSES } from "#lib/core/contract/verifications/incomplete.ts";
import {
  DOCUMENTS_STATUSES,
  ITEM_ERRORS,
  ITEM_TYPES,
  SEVERITIES,
  VERIFICATION_STATUSES,
} from "#lib/core/contract/verifications/verification.ts";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import type { SendingState } from "#lib/outbound/contract/channels/channel.ts";
import { ALERT_EVENTS, CHANNEL_EVENTS, EVENT_GROUPS } from "#lib/outbound/contract/channels/channel-events.ts";
import { CHANNEL_KINDS, traitsOf } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { MAIL_CHOICES } from "#lib/outbound/contract/notices/mail-choice.ts";
import { MESSAGE_KINDS } from "#lib/outbound/server/channels/messages.ts";
import { NOTICE_KINDS } from "#lib/outbound/server/notices/kinds/index.ts";
import { noticeText } from "#lib/outbound/server/notices/kinds/kind.ts";
import { messageName } from "#lib/outbound/server/notification-words.ts";
import { AUDIT_ACTIONS, AUDIT_FAMILIES, SHOWN_OUTCOMES } from "#lib/platform/contract/audit/audit.ts";
import { DASHBOARD_ERROR_CODES, FILE_ERROR_CODES, SERVICE_ERROR_CODES } from "#lib/platform/contract/error.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { auditIds } from "#lib/platform/server/audit/write.ts";
import type { PostResult } from "#lib/platform/server/base/post-public.ts";
import type { MailErrorCode } from "#lib/platform/server/mail/mail-error.ts";
import * as english from "./en/index.ts";
import * as spanish from "./es-MX/index.ts";

const [REFERENCE, ...OTHERS] = LOCALES;

/** Every message of a language by its whole key, `namespace.path.of.keys`. */
type Messages = Map<string, string>;

const filesOf = (locale: string): string[] =>
  globSync("*/*.json", { cwd: join(import.meta.dirname, locale) }).toSorted();

function readMessages(locale: string): Messages {
  return new Map(
    filesOf(locale).flatMap((name) => {
      const content: unknown = JSON.parse(readFileSync(join(import.meta.dirname, locale, name), "utf8"));
      return [...leaves(basename(name, ".json"), content)];
    }),
  );
}

function* leaves(path: string, value: unknown): Generator<[string, string]> {
  if (typeof value === "string") yield [path, value];
  else if (typeof value !== "object" || value === null) throw new Error(`${path}: neither a text nor an object`);
  else for (const [name, child] of Object.entries(value)) yield* leaves(`${path}.${name}`, child);
}

type Node = { type: number; value?: string; options?: Record<string, { value: Node[] }>; children?: Node[] };
type Parser = { parse: (message: string) => Node[] };

/** The parser is the one that next-intl itself formats with, found from there, so that both agree on what a message is. */
function icuParser(): Parser {
  let place = import.meta.url;
  for (const name of ["next-intl", "use-intl", "intl-messageformat"]) place = resolveFrom(name, place);
  return createRequire(place)("@formatjs/icu-messageformat-parser") as Parser;
}

const resolveFrom = (name: string, place: string): string => createRequire(place).resolve(name);

const LITERAL = 0;
const POUND = 7;
const TAG = 8;
const icu = icuParser();

/** What a caller has to pass: names of arguments and tags. Throws for a message that is not ICU. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  const visit = (nodes: Node[]): void => {
    for (const node of nodes) {
      if (node.type !== LITERAL && node.type !== POUND)
        names.add(node.type === TAG ? `<${node.value}>` : `${node.value}`);
      for (const option of Object.values(node.options ?? {})) visit(option.value);
      visit(node.children ?? []);
    }
  };
  visit(icu.parse(message));
  return [...names].toSorted();
}

/** What is the same in both languages on purpose: a language is offered in its own words, and a webhook has one name. */
const SAME_ON_PURPOSE = new Set([
  "evidence-page.label.curp",
  "evidence-page.note.general",
  "privacy.package.languages.en",
  "privacy.package.languages.es-MX",
  "shell.language.en",
  "shell.language.es-MX",
  "people.table.columns.curp",
  "people.table.columns.pdf",
  "people.field.curp",
  "arco.curp",
  "shell.pages.webhooks",
  "webhooks.title",
  "audit.value.no",
  "verifications.filters.sources.provisional",
  "verifications.table.run.provisional",
  "audit.ids.webhook_id",
  "channels.entry.kind.webhook",
  "channels.form.locales.en",
  "channels.form.locales.es-MX",
  "evidence.packages.languages.en",
  "evidence.packages.languages.es-MX",
  "privacy.package.languages.en",
  "privacy.package.languages.es-MX",
  "evidence-page.label.curp",
  "evidence-page.note.general",
]);

/** Whether a message says something itself, not only with its arguments. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ""));

/** Codes of a failed message to a channel. A code that is added to these types does not compile without its line here. */
const CHANNEL_FAILURES = Object.keys({
  ...({
    not_accepted: 0,
    redirected: 0,
    address_refused: 0,
    timed_out: 0,
    not_trusted: 0,
    unreachable: 0,
  } satisfies Record<Exclude<PostResult, "delivered">, 0>),
  ...({
    ...{ not_configured: 0, address: 0, dns: 0, connection: 0, timeout: 0, tls: 0, sign_in: 0 },
    ...{ sender_refused: 0, recipient_refused: 0, message_refused: 0 },
  } satisfies Record<MailErrorCode, 0>),
  ...{ unknown_message: 0, no_addressee: 0, internal: 0, expired: 0 },
});

const SENDING_STATES = Object.keys({ pending: 0, sent: 0, failed: 0, superseded: 0 } satisfies Record<SendingState, 0>);

const messages = new Map(LOCALES.map((locale) => [locale, readMessages(locale)]));
const reference = messages.get(REFERENCE) ?? new Map();

describe.each(OTHERS)("%s", (locale) => {
  const translated: Messages = messages.get(locale) ?? new Map();

  it("has the same namespaces and keys", () => {
    expect(filesOf(locale)).toEqual(filesOf(REFERENCE));
    expect([...translated.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
  });

  it("takes the same arguments and tags", () => {
    const differing = [...translated].filter(
      ([key, text]) => argumentsOf(text).join() !== argumentsOf(reference.get(key) ?? "").join(),
    );
    expect(differing).toEqual([]);
  });

  it("is a translation", () => {
    const same = [...translated].filter(
      ([key, text]) => text === reference.get(key) && hasWords(text) && !SAME_ON_PURPOSE.has(key),
    );
    expect(same).toEqual([]);
  });
});

it.each(["verifications", "deliveries", "people", "audit"])("has the words of every list for that of %s", (name) => {
  const needed = [
    "title",
    "loading",
    "empty.title",
    "empty.why",
    "nothing.title",
    "nothing.why",
    "failed.title",
    "failed.safe",
  ];
  expect(needed.filter((key) => !reference.has(`${name}.page.${key}`))).toEqual([]);
});

it("quotes in Spanish as Mexico does, and not as Spain does", () => {
  const own: Messages = messages.get("es-MX") ?? new Map();
  expect([...own].filter(([, text]) => /[«»]/.test(text))).toEqual([]);
});

it("ends no Spanish sentence after a time, which ends with the period of 'a.m.'", () => {
  const times = /(?:\{until\}|<(?:at|on)><\/(?:at|on)>)\./;
  const own: Messages = messages.get("es-MX") ?? new Map();
  expect([...own].filter(([, text]) => times.test(text))).toEqual([]);
  expect([...own].some(([, text]) => text.includes("<at></at>"))).toBe(true);
});

it.each([
  ["en", english],
  ["es-MX", spanish],
])("%s has every file in its index", (locale, index) => {
  expect(Object.keys(index).toSorted()).toEqual(
    filesOf(locale)
      .map((name) => basename(name, ".json"))
      .toSorted(),
  );
});

it("names every notice in both languages, with and without the account of the act", () => {
  const texts = NOTICE_KINDS.flatMap(({ kind }) =>
    [null, "Ana {x} <b>Ruiz</b>"].map((by) => [kind, noticeText(kind, by, "en"), noticeText(kind, by, "es-MX")]),
  );
  expect(texts.filter(([, en, es]) => !en?.trim() || !es?.trim() || en === es)).toEqual([]);
  expect(NOTICE_KINDS.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(english.notifications.notice).toSorted());
  expect(Object.keys(english.notifications.alert).toSorted()).toEqual(ALERT_EVENTS.toSorted());
});

it("names every kind of message of a channel, in a mail too", () => {
  expect(CHANNEL_EVENTS.filter((kind) => messageName(kind, "en") === messageName(kind, "es-MX"))).toEqual([]);
  expect([...leaves("", english.notifications.name)].map(([key]) => key.slice(1)).toSorted()).toEqual(
    CHANNEL_EVENTS.toSorted(),
  );
  for (const kind of ["other_version", "review", "constructor", ""]) expect(messageName(kind, "es-MX")).toBe(kind);
  const named = Object.keys(MESSAGE_KINDS).filter((kind) => kind !== "notice" && kind !== "notices");
  expect(named.toSorted()).toEqual([...CHANNEL_EVENTS, "test"].toSorted());
});

describe.each(LOCALES)("%s", (locale) => {
  const own: Messages = messages.get(locale) ?? new Map();

  it("has no empty message, and none with stray white space", () => {
    expect([...own].filter(([, text]) => text !== text.trim() || text === "")).toEqual([]);
  });

  it("has words for every value that the contract names", () => {
    const underscored = EVENT_NAMES.map((name) => name.replaceAll(".", "_"));
    // A reading never requires a fresh sign-in or the name of a key, and a GET is never of unknown outcome.
    const readingCodes = [...SERVICE_ERROR_CODES, ...DASHBOARD_ERROR_CODES].filter(
      (code) => !["STEP_UP_REQUIRED", "CURRENT_KEY_UNKNOWN", "OUTCOME_UNKNOWN"].includes(code),
    );
    const wanted = Object.entries({
      status: VERIFICATION_STATUSES,
      documentsStatus: DOCUMENTS_STATUSES,
      documentsMeaning: DOCUMENTS_STATUSES,
      severity: SEVERITIES,
      itemType: ITEM_TYPES,
      itemTypeMeaning: ITEM_TYPES,
      "activity.kind": VERIFICATION_EVENT_KINDS,
      itemError: ITEM_ERRORS,
      itemErrorTodo: ITEM_ERRORS,
      eventName: underscored,
    }).flatMap(([group, values]) => values.map((value) => `verification.${group}.${value}`));
    wanted.push(...readingCodes.flatMap((code) => [`service-problems.${code}.title`, `service-problems.${code}.body`]));
    wanted.push(...FILE_ERROR_CODES.map((code) => `curp-file.why.${code}`));
    wanted.push(...PEOPLE_OUTCOMES.flatMap((outcome) => [`people.outcomes.${outcome}`, `people.todo.${outcome}`]));
    wanted.push(...CURP_LOOKUP_ERRORS.map((code) => `people.error.${code}`));
    wanted.push(
      ...OUTAGE_CAUSES.flatMap((cause) => [
        `webhooks.outages.cause.${cause}`,
        `verification.incomplete.reason.${cause}`,
      ]),
    );
    wanted.push(...AUDIT_ACTIONS.map((action) => `audit.action.${action}`));
    wanted.push(...AUDIT_FAMILIES.map((family) => `audit.family.${family}`));
    wanted.push(...ROLES.flatMap((role) => [`shell.role.${role}`, `users.role.${role}`]));
    wanted.push(...REFUSAL_REASONS.map((reason) => `audit.value.${reason}`));
    wanted.push(...DASHBOARD_ERROR_CODES.map((code) => `audit.why.${code}`));
    wanted.push(...Object.keys(auditIds.shape).map((name) => `audit.ids.${name}`));
    wanted.push(...SHOWN_OUTCOMES.map((outcome) => `audit.outcome.${outcome}`));
    wanted.push(...underscored.map((name) => `webhooks.meaning.${name}`));
    const policy = initialPolicy("2026-11-20T12:00:00.000000Z");
    const fields = Object.keys(policy).filter((field) => field !== "version");
    wanted.push(...fields.flatMap((field) => [`review-policy.field.${field}`, `review-policy.change.${field}`]));
    wanted.push(...EVENT_FAMILIES.map((family) => `webhooks.form.events.family.${family}`));
    wanted.push(
      ...CHANNEL_KINDS.flatMap((kind) => [
        `channels.entry.kind.${kind}`,
        `channels.form.kinds.${kind}`,
        `channels.form.about.${kind}`,
        ...(traitsOf(kind).address === "recipients" ? [] : [`channels.form.urlHint.${kind}`]),
      ]),
    );
    wanted.push(...Object.keys(EVENT_GROUPS).map((group) => `channels.group.${group}`));
    wanted.push(
      ...SENDING_STATES.flatMap((state) => [`channels.sendings.state.${state}`, `channels.sendings.test.${state}`]),
    );
    wanted.push(...CHANNEL_FAILURES.map((code) => `channels.cause.${code}`));
    wanted.push(...MAIL_CHOICES.map((choice) => `notice-mail.choice.${choice}`));
    wanted.push(...ACCOUNT_NOTICES.map((kind) => `access.notices.${kind}`));
    expect(wanted.filter((key) => !own.has(key))).toEqual([]);
  });
});

/** Forms whose routes never require a fresh sign-in. */
const WITHOUT_STEP_UP = [
  ...[
    "arco.create",
    "arco.extend",
    "arco.answer",
    "arco.execute",
    "arco.identify",
    "arco.note",
    "custody.place",
    "custody.relation",
    "dates.checkForm",
    "dates.relationForm",
  ],
  ...[
    "evidence.packages",
    "samples",
    "samples.draw",
    "notes",
    "privacy.package",
    "review-actions.explain",
    "views.dialog",
    "views.delete",
  ],
];

it("names the action of every form that may ask its user to confirm their identity", () => {
  const keys = [...reference.keys()];
  const groups = keys.flatMap((key) => key.match(/^(.*)\.(?:submit|save)$/)?.[1] ?? []);
  const forms = groups.filter((group) => reference.has(`${group}.working`) || reference.has(`${group}.saving`));
  const without = forms.filter((form) => !keys.some((key) => key.startsWith(`${form}.confirmTo`)));
  expect(without.toSorted()).toEqual(WITHOUT_STEP_UP.toSorted());
});
