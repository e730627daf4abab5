import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { useFileCrumb } from "#components/page/file-crumb.ts";
import people from "#messages/en/people.json" with { type: "json" };
import { mount, WORDS } from "#test/mounted.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";

const ID = "ver_XpH6Vh89WPRDYNBNEezWJY";

vi.mock("next/navigation", () => ({
  usePathname: () => `/verifications/${ID}/decision`,
  useParams: () => ({ verification_id: ID }),
  useRouter: () => ({ push: () => undefined }),
  useSearchParams: () => new URLSearchParams(),
}));

function Record() {
  useFileCrumb({ verification_id: ID, title: "Maderas del Sur", tag: "EXP-1" });
  return null;
}

it("names the file of a decision's record by its title and tag, and leads to the file", async () => {
  mount(
    <QueryClientProvider client={new QueryClient()}>
      <NextIntlClientProvider locale="en" messages={{ ...WORDS.en, people }} timeZone="America/Mexico_City">
        <Breadcrumbs />
        <Record />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  const file = page.getByRole("link", { name: "Maderas del Sur · EXP-1" });
  await expect.element(file).toHaveAttribute("href", `/verifications/${ID}`);
  expect(document.querySelector("[aria-current=page]")?.textContent).toBe(WORDS.en.shell.decisionRecord);
});
