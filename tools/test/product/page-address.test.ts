import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pagesOnDisk } from "#e2e/support/routes.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { callerAs } from "./http.ts";

/** Pages that read their address, each with a value that they cannot read. */
const READ: Record<string, string> = {
  "/": "",
  "/audit": "outcome=maybe",
  "/decisions": "from=2026-02-30",
  "/deliveries": "mark=lost",
  "/deliveries/signature": "refusal=one",
  "/insights": "group=year",
  "/insights/report": "month=2026-13",
  "/people": "outcome=maybe",
  "/review": "lane=nobody",
  "/verifications": "severity=lowest",
};

/** Pages that read their address in another way. */
const OTHERS: Record<string, string> = {
  "/account": "a code of our own redirect",
  "/login": "a code and a path of our own redirects",
  "/signed-in": "a code of our own redirect",
  "/verifications/[verification_id]/decision": "404 for an entry that it cannot read: another record would mislead",
};

it("every page that reads its address is listed here", () => {
  const reading = pagesOnDisk().filter(({ file }) => /searchParams/.test(readFileSync(file, "utf8")));
  expect(reading.map(({ pattern }) => pattern).filter((path) => !(path in READ || path in OTHERS))).toEqual([]);
});

it.each(Object.entries(READ))("%s names what it ignores of its address, in both languages", async (path, query) => {
  const admin = await callerAs("admin");
  const address = `${path}?${query}&no_such_parameter=1`;
  const named = [...new URLSearchParams(query).keys(), "no_such_parameter"];
  for (const [locale, title] of [
    ["en", /(?:A part|Parts) of the address (?:was|were) ignored/],
    ["es-MX", /Se ignor(?:ó una parte|aron partes) de la dirección/],
  ] as const) {
    const answer = await admin(address, { headers: { "accept-language": locale } });
    const text = await answer.text();
    expect([answer.status, title.test(text)], locale).toEqual([200, true]);
    for (const name of named) expect(text).toContain(`${name}</code>`);
  }
});

it.each(ROLES)("the overview of %s does too", async (role) => {
  const answer = await (await callerAs(role))("/?no_such_parameter=1");
  expect(await answer.text()).toContain("no_such_parameter</code>");
});
