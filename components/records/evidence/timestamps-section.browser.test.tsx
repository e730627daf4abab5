import { QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { HeadTimestamp } from "#lib/records/contract/evidence/timestamps.ts";
import timestamps from "#messages/en/records/timestamps.json" with { type: "json" };
import spanish from "#messages/es-MX/records/timestamps.json" with { type: "json" };
import { mount, WORDS } from "#tools/test/mounted.tsx";
import { TimestampsSection, timestampsOptions } from "./timestamps-section.tsx";

const head = (timestamp_id: number, changed: Partial<HeadTimestamp>): HeadTimestamp => ({
  ...{
    timestamp_id,
    size: 1000 + timestamp_id,
    root: "00",
    at: "2026-01-01T00:00:00.000000Z",
    sha256: `abc${timestamp_id}`,
  },
  ...{ left_at: "2026-01-01T00:00:00.000000Z", state: "off", stamped_at: null, signature: null, error: null },
  ...changed,
});

function shown(items: HeadTimestamp[], { configured = true, locale = "en" as Locale } = {}) {
  const client = makeQueryClient();
  client.setQueryData(timestampsOptions().queryKey, {
    pages: [{ items, next_cursor: null, configured }],
    pageParams: [null],
  });
  const messages = { ...WORDS[locale], timestamps: locale === "en" ? timestamps : spanish };
  mount(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="America/Mexico_City">
      <QueryClientProvider client={client}>
        <TimestampsSection />
      </QueryClientProvider>
    </NextIntlClientProvider>,
    locale,
  );
}

const entries = () =>
  page
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent);

it("offers each time stamp as a file, and says why a head has none", async () => {
  shown([
    head(4, { state: "waiting", error: "timed_out" }),
    head(3, { state: "stamped", stamped_at: "2026-01-01T00:00:07.000000Z" }),
    head(2, { state: "none", error: "rejected" }),
    head(1, {}),
  ]);
  await expect.element(page.getByRole("region", { name: "Time stamps by a third party" })).toBeVisible();
  expect(entries()).toEqual([
    expect.stringContaining("No answer yet. It is requested again. Cause: timed_out.SHA256abc4"),
    expect.stringMatching(/Stamped .*:07.*SHA256abc3$/),
    expect.stringContaining("No answer of the authority within a week. Cause: rejected."),
    expect.stringContaining("Not requested."),
  ]);
  const links = page.getByRole("link").elements() as HTMLAnchorElement[];
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/api/evidence/timestamps/3"]);
  await expect
    .element(page.getByRole("link", { name: "Download the time stamp of the head with 1,003 entries" }))
    .toBeVisible();
});

it("says by which certificate each signature is verified", async () => {
  shown(
    (["authority", "carried", "other_authority", "wrong_signature"] as const).map((signature, index) =>
      head(index, { state: "stamped", stamped_at: "2026-01-01T00:00:07.000000Z", signature }),
    ),
  );
  await expect.element(page.getByRole("list", { name: "Time stamps of heads" })).toBeVisible();
  expect(entries()).toEqual([
    expect.stringContaining("Signature valid, by the configured certificates of the authority."),
    expect.stringContaining("Signature valid by the certificate in the answer alone: TSA_CA_FILE is not set."),
    expect.stringContaining("Signature by another authority than the configured one."),
    expect.stringContaining("The signature is not valid."),
  ]);
});

it("says in Spanish that no authority is configured", async () => {
  shown([], { configured: false, locale: "es-MX" });
  await expect.element(page.getByText("No hay autoridad configurada: TSA_URL no está definida.")).toBeVisible();
  await expect.element(page.getByText("Aún no se ha enviado ninguna cabecera.")).toBeVisible();
});
