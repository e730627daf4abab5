import { NextIntlClientProvider } from "next-intl";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import { MORNING_COUNTS, type Morning } from "#lib/core/contract/verifications/morning.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import { MorningSections } from "./morning-sections.tsx";
import { Counts } from "./morning-view.tsx";

const ANA = { user_id: "01234567-89ab-4cde-8f01-23456789abcd", name: "Ana" };
const NOW = new Date("2026-11-23T15:00:00Z");
const SINCE = "2026-11-20T18:04:00.000000Z";

const NOTHING: Morning = {
  since: SINCE,
  counts: Object.fromEntries(MORNING_COUNTS.map((count) => [count, 0])) as Morning["counts"],
  mine: { count: 0, overdue: 0 },
  unassigned: { count: 0, overdue: 0, oldest_due: null },
  due_next: null,
  to_approve: 0,
  due_dates: null,
  next: { lane: "unassigned", files: [] },
  returned: [],
  answered: [],
  handed: [],
  team: [],
};

function drawn(part: FunctionComponent<Morning>, morning: Morning, locale: keyof typeof MESSAGES): string {
  const user = {
    email: "",
    id: ANA.user_id,
    name: ANA.name,
    role: "compliance",
    children: createElement(part, morning),
  } as const;
  const children = createElement(CurrentUserProvider, user);
  const translated = { locale, messages: MESSAGES[locale], timeZone: "UTC", now: NOW, children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, translated)).replaceAll("&amp;", "&");
}
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

const FILE = { title: "Maderas del Sur", tag: "EXP-1", state: "open", assignee: ANA, at: SINCE } as const;
const difference = { kind: "finding_added", brings_back: true, severity: "high", message: "Poder sin fecha" } as const;

const MONDAY: Morning = {
  ...NOTHING,
  counts: { ...NOTHING.counts, returned: 7, answered: 2, handed: 1 },
  returned: [
    { ...FILE, verification_id: "ver_1", reasons: ["changed"], difference, more: 2, returned_by: null },
    { ...FILE, verification_id: "ver_2", reasons: ["periodic"], difference: null, more: 0, returned_by: null },
    {
      ...{ ...FILE, verification_id: "ver_3", assignee: null, reasons: ["decision"], difference: null, more: 0 },
      returned_by: { name: "Raúl", reason: "Falta el acta" },
    },
  ],
  answered: [
    { ...FILE, verification_id: "ver_4", points: { arrived: 2, asked: 3 } },
    { ...FILE, verification_id: "ver_5", points: null },
  ],
  handed: [{ ...FILE, verification_id: "ver_6", state: "waiting", by: "María José" }],
};

it.each([
  ["en", "Nothing waits for you. Files that are assigned to you, due today or sent back are counted here."],
  [
    "es-MX",
    "No tienes pendientes. Aquí se cuentan los expedientes que te asignan, los que vencen hoy y los que regresan.",
  ],
] as const)("has a message in %s if no list has a file, and draws no empty section", (locale, words) => {
  expect(textOf(drawn(Counts, NOTHING, locale))).toContain(words);
  expect(textOf(drawn(Counts, { ...NOTHING, to_approve: 1 }, locale))).not.toContain(words);
  expect(textOf(drawn(MorningSections, NOTHING, locale)).trim()).toBe("");
  const dated = { ...NOTHING, due_dates: { count: 4, overdue: 1 } };
  expect(textOf(drawn(Counts, dated, locale))).toMatch(locale === "en" ? /Due dates 4/ : /Vencimientos 4/);
});

it.each([
  ["en", "nothing due today · nothing to approve · nothing came back", "1 overdue", "oldest due Nov 24", "Mine"],
  ["es-MX", "nada vence hoy · nada por autorizar · nada regresó", "1 vencido", "más antiguo: 24 nov", "Míos"],
] as const)("has in %s a card for each number, with what is urgent, and one line for zeros", (locale, ...words) => {
  const mine = { count: 7, overdue: 1 };
  const unassigned = { count: 17, overdue: 0, oldest_due: "2026-11-24T18:00:00.000000Z" };
  const html = drawn(Counts, { ...NOTHING, mine, unassigned, due_next: unassigned.oldest_due }, locale);
  for (const word of words) expect(textOf(html)).toContain(word);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    "/review?lane=mine",
    "/review?lane=unassigned",
  ]);
});

it.each([
  ["en", "New finding, High: Poder sin fecha and 2 more", "Periodic review", "Returned by Raúl: “Falta el acta”"],
  ["es-MX", "Poder sin fecha y 2 más", "Revisión periódica", "Devuelto por Raúl: “Falta el acta”"],
] as const)("names in %s the reason why a file came back", (locale, ...words) => {
  const text = textOf(drawn(MorningSections, MONDAY, locale));
  for (const word of words) expect(text).toContain(word);
});

it("lists customers' answers and handed-over files, with links to the file's lane, or to all of them", () => {
  const html = drawn(MorningSections, MONDAY, "en");
  for (const word of ["2 of 3 points arrived", "Answer received", "By María José", "See all 7"]) {
    expect(textOf(html)).toContain(word);
  }
  expect(textOf(html)).not.toContain("See all 2");
  const lanes = [...html.matchAll(/href="\/review\?lane=(\w+)&file=(\w+)"/g)].map(
    ([, lane, file]) => `${lane} ${file}`,
  );
  expect(lanes).toEqual(["mine ver_1", "mine ver_2", "unassigned ver_3", "mine ver_4", "mine ver_5", "waiting ver_6"]);
  expect(html).toContain(
    `href="/verifications?review=open&assignee=me&assignee=none&returned_since=${encodeURIComponent(SINCE)}&sort=due"`,
  );
});
