import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";

const sources = globSync("{app,components}/**/*.tsx")
  .filter((path) => !path.includes(".test."))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** Headings of pages without the header: dense lists, whose name the breadcrumbs show, a file and its parts, and sign-in. */
const OWN_HEADINGS = [
  "app/global-error.tsx",
  "components/access/form-card.tsx",
  "components/access/session-cover.tsx",
  "components/desk/person/person-view.tsx",
  "components/desk/review/queue/review-desk.tsx",
  "components/desk/verification/verification-header.tsx",
  "components/kit/list/list-page.tsx",
  "components/kit/page-header.tsx",
  "components/records/evidence/printed-head.tsx",
];

it("is the header of every page", () => {
  const withHeading = sources.filter(({ text }) => text.includes("<h1")).map(({ path }) => path);
  expect(withHeading.toSorted()).toEqual(OWN_HEADINGS);
});

/** The namespaces of pages whose header is in another module, or whose translations have no line of their own. */
const BY_NAME = [
  "account",
  "alerts",
  "custody-settings",
  "need-to-know",
  "review-policy",
  "sandbox",
  "tokens.reference",
];

it("has one sentence at most below its title, in both languages", () => {
  const used = sources.flatMap(({ text }) =>
    [...text.matchAll(/<(?:PageHeader|SettingsPage)\b[^>]*?lede=\{(\w+)\("([\w.]+)"/g)].flatMap(
      ({ index, 1: translate, 2: key }) => {
        const named = new RegExp(`\\b${translate} = (?:use|await get)Translations\\("([\\w.-]+)"\\)`, "g");
        const namespace = [...text.slice(0, index).matchAll(named)].at(-1)?.[1];
        return namespace === undefined ? [] : [`${namespace}.${key}`];
      },
    ),
  );
  expect(used.length).toBeGreaterThan(12);
  const ledes = [
    ...used,
    ...BY_NAME.map((name) => `${name}.lede`),
    "settings.signIn.lede",
    "settings.signIn.noProvider",
    "webhooks.replace.ledeOwn",
  ];
  const long = Object.values(MESSAGES).flatMap((messages) =>
    ledes.filter((key) => {
      const text = key.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], messages);
      return typeof text !== "string" || /[.?!]\s+\p{Lu}/u.test(text);
    }),
  );
  expect(long).toEqual([]);
});
