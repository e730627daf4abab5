import fc from "fast-check";
import { type ComponentProps, createElement, type ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import { OtherFieldsSection } from "#components/kit/other-fields-section.tsx";
import { formatDuration } from "#components/kit/time.tsx";
import type {
  DeliveryEntry,
  EventStatement,
  ReadingChange,
  ReadingEntry,
} from "#lib/core/contract/verifications/activity.ts";
import {
  DOCUMENTS_STATUSES,
  ITEM_ERRORS,
  ITEM_TYPES,
  VERIFICATION_STATUSES,
  type VerificationDetail,
} from "#lib/core/contract/verifications/verification.ts";
import { deliveryEntry, readingEntry } from "#tools/test/activity-entries.ts";
import { MARK, NOW } from "#tools/test/arbitrary-values.ts";
import { examples } from "#tools/test/effort.ts";
import {
  expectAll,
  expectOnlyFrom,
  LOCALES,
  type Locale,
  locales,
  numbersOf,
  type Shown,
  shown,
  TIME_ZONE,
} from "#tools/test/shown.tsx";
import { verificationDetail } from "#tools/test/verification-detail.ts";
import { ActivityEntry, DeliveryDetails } from "./activity-entry.tsx";
import { ReadingDetails } from "./activity-reading.tsx";
import { DocumentsTimeline } from "./documents-timeline.tsx";
import { FindingsSection } from "./findings-section.tsx";
import { ItemsSection } from "./items-section.tsx";
import { LabelsSection } from "./labels-section.tsx";
import { VerificationHeader } from "./verification-header.tsx";

const STEPS: readonly string[] = DOCUMENTS_STATUSES;
const holds = (names: readonly string[], value: string): boolean => names.includes(value);
const check = (property: (detail: VerificationDetail, locale: Locale) => void) =>
  fc.assert(fc.property(verificationDetail, locales, property), { numRuns: examples(12) });

describe("shows every fact of the read model, and no other:", () => {
  it("the header", () =>
    check((detail, locale) => {
      const { verification: v } = detail;
      const found = shown(
        createElement(VerificationHeader, { titleId: "t", detail, reading: false, onRead: () => undefined }),
        locale,
      );
      const age = detail.freshness.read_at;
      const { verification_id: _, ...rest } = { ...v, age };
      expectAll(
        found,
        [
          ...[v.tag, v.title, v.tax_id, v.account_name, v.account_id],
          v.created_at === null ? v.created_at_text : null,
          v.extraction_completed_at && v.extraction_completed_at_text,
        ],
        [v.created_at, v.extraction_completed_at, age, v.status && v.status_at],
      );
      if (v.status !== null) {
        const words = LOCALES[locale].status;
        expectAll(found, [holds(VERIFICATION_STATUSES, v.status) ? words[v.status as keyof typeof words] : v.status]);
      }
      const days = age ? Math.round((NOW.getTime() - Date.parse(age)) / 86_400_000) : 0;
      const near = Array.from({ length: 61 }, (_, number) => number);
      expectOnlyFrom(found, rest, [...near, days, ...numbersOf(v.verification_id)]);
    }));

  it("the timeline", () =>
    check((detail, locale) => {
      const { verification: v, documents_status_timeline: entries } = detail;
      const found = shown(
        createElement(DocumentsTimeline, {
          entries,
          current: v.documents_status,
          firstCompletedAt: v.first_completed_at,
          createdAt: v.created_at,
          status: v.status,
        }),
        locale,
      );
      const words = LOCALES[locale];
      const name = (status: string) =>
        holds(DOCUMENTS_STATUSES, status)
          ? words.documentsStatus[status as keyof typeof words.documentsStatus]
          : status;
      expectAll(
        found,
        entries.flatMap(({ to, at_text }) => [name(to), at_text]),
        entries.map(({ at }) => at),
      );
      const count = (text: string) => found.text.split(text).length - 1;
      const gaps = entries.filter(({ gap }) => gap);
      expect(count(words.timeline.gap)).toBe(gaps.filter(({ source }) => source === "event").length);
      expect(count(words.timeline.gapFound)).toBe(gaps.filter(({ source }) => source === "api").length);
      expect(count(words.timeline.byReading)).toBe(entries.filter(({ source }) => source === "api").length);
      const fullness = entries.map(({ to }) => STEPS.indexOf(to));
      const backward = fullness.filter((step, index) => step !== -1 && step < (fullness[index - 1] ?? -1)).length;
      expect(count(words.timeline.backward)).toBe(backward);
      const ends = [...entries.slice(1).map(({ at }) => at), NOW.toISOString()];
      const stays = entries.map(({ at }, index) => Date.parse(ends[index] ?? at) - Date.parse(at));
      const took =
        v.first_completed_at && v.created_at ? Date.parse(v.first_completed_at) - Date.parse(v.created_at) : 0;
      const durations = [...stays, Math.max(0, took)].flatMap((ms) => numbersOf(formatDuration(ms, locale)));
      for (const ms of stays) expect(found.text).toContain(formatDuration(ms, locale));
      expectOnlyFrom(found, [entries, v.documents_status], [...durations, entries.length]);
    }));

  it("findings", () =>
    check((detail, locale) => {
      const { findings: current, findings_runs: runs, items, verification: file } = detail;
      const found = shown(createElement(FindingsSection, { current, runs, items, file }), locale);
      const every = runs.flatMap((run) => run.items);
      const known = ["high", "medium", "low"];
      expectAll(
        found,
        every.flatMap(({ severity, message, missing_field }) => [
          message,
          missing_field,
          holds(known, severity) ? null : severity,
        ]),
        runs.map(({ computed_at }) => computed_at),
      );
      expectAll(
        found,
        runs.map(({ computed_at_text }) => computed_at_text),
      );
      // In menus of runs and in copied text, a time has its year and zone.
      const exact = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long", timeZone: TIME_ZONE });
      const chosen = runs.length > 1 ? runs : [];
      for (const { computed_at: at } of chosen) if (at) expect(found.text).toContain(exact.format(new Date(at)));
      const sizes = runs.flatMap((run) => [
        run.items.length,
        ...[...Map.groupBy(run.items, ({ severity }) => (holds(known, severity) ? severity : "other")).values()].map(
          (group) => group.length,
        ),
      ]);
      const upTo = Array.from({ length: Math.max(0, ...sizes) + 1 }, (_, number) => number);
      expectOnlyFrom(found, runs, [...upTo, runs.length - 1]);
    }));

  it("items", () =>
    check((detail, locale) => {
      const { items } = detail;
      const found = shown(createElement(ItemsSection, { items, verificationId: "ver_x", tag: null }), locale);
      const words = LOCALES[locale];
      for (const item of items) {
        const { item_type: type, item_error: error } = item;
        expectAll(
          found,
          [type, error, item.internal_status, `#${item.item_id}`],
          [item.completed_at, item.extraction_completed_at],
        );
        if (type && holds(ITEM_TYPES, type)) {
          expectAll(found, [words.itemType[type as keyof typeof words.itemType]]);
          expectAll(found, [words.itemTypeMeaning[type as keyof typeof words.itemTypeMeaning]]);
        }
        if (error && holds(ITEM_ERRORS, error)) {
          expectAll(found, [words.itemError[error as keyof typeof words.itemError]]);
        }
        for (const entry of item.history) {
          expectAll(found, [entry.internal_status, entry.item_error, entry.item_type, entry.at_text], [entry.at]);
        }
      }
      const problems = items.filter(
        ({ item_error, item_type, success }) =>
          item_error !== null || item_type === "corrupted_file" || item_type === "unknown" || success === false,
      );
      const fine = items.filter((item) => item.completed_at !== null && !problems.includes(item));
      const counts = [items.length, problems.length, fine.length, ...items.map(({ history }) => history.length)];
      expectOnlyFrom(found, items, [...counts, ...items.map(({ item_id }) => item_id)]);
    }));

  it("labels", () =>
    check((detail, locale) => {
      const { labels } = detail;
      const found = shown(createElement(LabelsSection, { labels }), locale);
      for (const label of labels) {
        expectAll(
          found,
          [label.label, label.display_name, label.category, label.comment],
          [label.added_at, label.removed_at],
        );
        const textOf = (kind: "added" | "removed") => label.history.findLast((entry) => entry.kind === kind)?.at_text;
        expectAll(found, [label.added_at && textOf("added"), label.removed_at && textOf("removed")]);
        // A single change contains no more than the label itself.
        if (label.history.length > 1)
          expectAll(
            found,
            label.history.map(({ comment }) => comment),
          );
      }
      const assigned = labels.filter(({ removed_at }) => removed_at === null).length;
      expectOnlyFrom(found, labels, [
        assigned,
        ...labels.flatMap(({ history }) => [history.length, history.length - 1, history.length - 2]),
      ]);
    }));

  it("other fields", () =>
    check((detail, locale) => {
      const { other_fields: fields, freshness } = detail;
      const found = shown(createElement(OtherFieldsSection, { fields, wasRead: freshness.read_at !== null }), locale);
      const leaves = Object.entries(fields).flatMap(([name, value]) => [name, ...[value].flat()]);
      expectAll(found, leaves.map(String));
      expectOnlyFrom(found, fields, [
        ...leaves.filter((leaf) => typeof leaf === "number"),
        1,
        2,
        Object.keys(fields).length,
      ]);
    }));
});

/** The words of a page in one line, which allows to search for whole words. */
const inOneLine = (text: string): string => ` ${text.replaceAll(/\s+/g, " ")} `;
const bare = (text: string): string => text.replaceAll(/\s+/g, "");
const unmarked = (text: string | null): string => (text ?? "").replaceAll(MARK, " ");

/** Each word is shown if and only if its statement is true. */
function expectWords(found: Shown, words: [word: string, so: boolean][]) {
  const line = inOneLine(found.text);
  for (const [word, so] of words) expect([word, line.includes(` ${word} `)]).toEqual([word, so]);
}

/** The whole payload is shown and formatted, or a text says why it is absent. */
function expectPayload(
  found: Shown,
  { kept, payload }: { kept: boolean; payload: string | null },
  words: { instead: string; gone: string },
) {
  if (payload !== null) expect(bare(found.text)).toContain(bare(payload));
  expect(found.text.includes(words.instead)).toBe(kept && payload === null);
  expect(found.text.includes(words.gone)).toBe(!kept);
}

describe("shows every received entry in the activity, and no other:", () => {
  /** Payloads are shown to readers with the permission for deliveries. */
  const READER = { id: "u", email: "admin@example.mx", name: "Ana", role: "admin" } as ComponentProps<
    typeof CurrentUserProvider
  >;
  const opened = <Entry extends DeliveryEntry | ReadingEntry>(
    entry: Entry,
    details: (props: { entry: Entry }) => ReactElement,
    locale: Locale,
  ) =>
    shown(
      createElement(
        CurrentUserProvider,
        READER,
        createElement(ActivityEntry, { entries: [entry], nameOf: () => null }),
        createElement(details, { entry }),
      ),
      locale,
    );

  /** The values in the sentence about a delivery, in the reader's words. */
  const statedBy = (statement: EventStatement | null, locale: Locale): (string | number)[] =>
    Object.entries(statement ?? {}).flatMap(([field, value]): (string | number)[] => {
      if (field === "kind" || field === "label") return [];
      const words: Record<string, string> =
        statement?.kind === "documents_status" ? LOCALES[locale].documentsStatus : {};
      return typeof value === "string"
        ? [words[value] ?? value]
        : typeof value === "number" && value > 0
          ? [value]
          : [];
    });

  it("a delivery, opened", () => {
    const property = (entry: DeliveryEntry, locale: Locale) => {
      const found = opened(entry, DeliveryDetails, locale);
      const { activity, eventName } = LOCALES[locale];
      const { event_name: name, statement, state, payload } = entry;
      const stated = statedBy(statement, locale);
      expectAll(found, [name, entry.last_error, entry.event_at_text], [entry.received_at, entry.signed_at]);
      // The time of the fact comes first; without it, the time of the report.
      expect([...found.instants][0]).toBe(Date.parse(entry.event_at ?? entry.signed_at));
      const lateBy = Date.parse(entry.received_at) - Date.parse(entry.signed_at);
      const late = activity.late.replace("{duration}", formatDuration(lateBy, locale));
      expect(found.text.includes(late)).toBe(entry.late);
      expectAll(
        found,
        stated.filter((value) => typeof value === "string"),
      );
      for (const value of stated) if (typeof value === "number") expect([...found.numbers]).toContain(value);
      if (statement === null && name?.startsWith("verification")) {
        expectAll(found, [eventName[name.replaceAll(".", "_") as keyof typeof eventName]]);
      }
      expectWords(found, [
        [activity.unnamed, name === null && statement === null],
        [activity.pending, state === "pending"],
        [activity.unrecognized, state === "unrecognized"],
        [activity.unrecognizedBody, state === "unrecognized"],
        [activity.notApplied, state === "failed"],
        [activity.notAppliedBody, state === "failed"],
      ]);
      const instead = entry.too_large ? activity.payloadLarge : activity.unreadable;
      expectPayload(found, entry, { instead, gone: activity.gone });
      // English has a word for two.
      if (entry.copies > 2) expect([...found.numbers]).toContain(entry.copies);
      expect([...found.numbers]).toContain(entry.delivery_id);
      const texts = [name, payload, entry.last_error, payload === null && entry.kept ? instead : null];
      const copies = entry.copies > 2 ? [entry.copies] : entry.copies === 2 && locale === "es-MX" ? [2] : [];
      expectOnlyFrom(found, entry, [
        entry.delivery_id,
        ...copies,
        ...numbersOf(entry.late ? late : ""),
        ...stated.flatMap((value) => (typeof value === "number" ? [value] : numbersOf(unmarked(value)))),
        ...(statement && "item_id" in statement ? [statement.item_id] : []),
        ...(statement?.kind === "person" ? [statement.people_id] : []),
        ...(statement?.kind === "findings" ? [0] : []),
        ...texts.flatMap((text) => numbersOf(unmarked(text))),
      ]);
    };
    fc.assert(fc.property(deliveryEntry, locales, property), { numRuns: examples(40) });
  });

  /** A change in the reader's words: its previous value, if stated, and its new one. */
  const wordsOf = (change: ReadingChange, locale: Locale): string[] => {
    const words = LOCALES[locale];
    const { reading } = words.activity;
    const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long", timeZone: TIME_ZONE });
    switch (change.field) {
      case "other":
        return [change.name];
      case "people":
        return [change.to, change.added, change.removed, change.changed].map(String);
      case "findings":
        return change.to === null ? [reading.findingsGone] : Object.values(change.to).map(String);
      default: {
        const { field, from, to } = change;
        const named: Record<string, string> =
          field === "status" ? words.status : field === "documents_status" ? words.documentsStatus : {};
        const word = (value: string) =>
          field === "created_at" && value.endsWith("Z") ? date.format(new Date(value)) : (named[value] ?? value);
        return [reading.field[field], to === null ? reading.none : word(to), ...(from === null ? [] : [word(from)])];
      }
    }
  };

  it("a reading, opened", () => {
    const property = (entry: ReadingEntry, locale: Locale) => {
      const found = opened(entry, ReadingDetails, locale);
      const { reading } = LOCALES[locale].activity;
      const { changes, payload, too_large } = entry;
      const stated = (changes ?? []).flatMap((change) => wordsOf(change, locale));
      expectAll(found, [reading.subject[entry.subject], ...stated], [entry.read_at]);
      expectWords(found, [
        [reading.first, entry.first],
        [reading.nothing, changes?.length === 0],
        [reading.changesGone, changes === null && !too_large],
        [reading.changesLarge, changes === null && too_large],
        [reading.findingsGone, (changes ?? []).some((change) => change.field === "findings" && change.to === null)],
      ]);
      for (const [field, word] of Object.entries(reading.field)) {
        expect(found.text.includes(`${word}: `)).toBe((changes ?? []).some((change) => change.field === field));
      }
      const instead = too_large && entry.subject === "verification" ? reading.answerLarge : reading.noPayload;
      expectPayload(found, entry, { instead, gone: reading.gone });
      expectOnlyFrom(
        found,
        { ...entry, entry_id: null },
        [...stated, payload, instead, reading.changesLarge].flatMap((text) => numbersOf(unmarked(text))),
      );
    };
    fc.assert(fc.property(readingEntry, locales, property), { numRuns: examples(40) });
  });
});
