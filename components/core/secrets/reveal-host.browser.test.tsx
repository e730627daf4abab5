import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import secrets from "#messages/en/core/secrets.json" with { type: "json" };
import webhooks from "#messages/en/core/webhooks.json" with { type: "json" };
import { mount, WORDS } from "#tools/test/mounted.tsx";
import { Button } from "@/components/ui/button";
import { RevealHost, useRevealHost } from "./reveal-host.tsx";

const at = vi.hoisted(() => ({ path: "/new-webhook", replace: vi.fn() }));
vi.mock("next/navigation", () => ({ usePathname: () => at.path, useRouter: () => ({ replace: at.replace }) }));

const CREATED = {
  ...{ id: "wh_7", name: "Billing", secret: "whsec_x", fingerprint: "0a1b", url: "https://hooks.example.mx" },
  ...{ reveal_id: null, expires_at: null },
};

const ADMIN = { id: "u1", email: "", name: "Ana", role: "admin" as const };

function Create() {
  const { reveal } = useRevealHost();
  const [, rendered] = useState(0);
  at.replace.mockImplementation((path: string) => {
    at.path = path;
    rendered(1);
  });
  return (
    <Button onClick={() => reveal(CREATED as unknown as Parameters<typeof reveal>[0], "/webhooks/wh_7")}>Create</Button>
  );
}

beforeEach(() => {
  at.path = "/new-webhook";
  vi.spyOn(window, "fetch").mockResolvedValue(Response.json({ items: [] }));
});

it("opens the page of a new webhook as soon as its secret is shown, so that a reload leads there", async () => {
  mount(
    <QueryClientProvider client={new QueryClient()}>
      <NextIntlClientProvider locale="en" messages={{ ...WORDS.en, secrets, webhooks }} timeZone="America/Mexico_City">
        <CurrentUserProvider {...ADMIN}>
          <RevealHost of="webhooks" kinds={["webhook_secret"]} changes={[]}>
            <Create />
          </RevealHost>
        </CurrentUserProvider>
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "Create" }).click();
  await expect.element(page.getByText("whsec_x")).toBeVisible();
  expect(at.replace.mock.calls).toEqual([["/webhooks/wh_7"]]);
  // No page holds this value but the open one, and the dialog says so.
  await expect.element(page.getByText(secrets.reveal.heldNowhere)).toBeVisible();
  await page.getByRole("button", { name: secrets.reveal.stored }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(at.replace).toHaveBeenCalledTimes(1);
  // The note about it stands above the page, with space below.
  const note = page.getByRole("status").element();
  expect(note.textContent).toContain("Billing");
  expect(note.parentElement && getComputedStyle(note.parentElement).marginBottom).toBe("16px");
});
