import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { useCrumb, usePageCrumb } from "#components/kit/crumbs.ts";
import { expectAccessible, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";

const ID = "ver_XpH6Vh89WPRDYNBNEezWJY";

function Record() {
  useCrumb(ID, "Maderas del Sur · EXP-1");
  return null;
}

it("names the file of a decision's record by its title and tag, and leads to the file", async () => {
  mountPage(
    <>
      <Breadcrumbs />
      <Record />
    </>,
    { address: `/verifications/${ID}/decision`, params: { verification_id: ID } },
  );
  const file = page.getByRole("link", { name: "Maderas del Sur · EXP-1" });
  await expect.element(file).toHaveAttribute("href", `/verifications/${ID}`);
  expect(document.querySelector("[aria-current=page]")?.textContent).toBe(MESSAGES.en.shell.decisionRecord);
  await expectAccessible();
});

function Receipt() {
  useCrumb("/privacy/1", "No. 000001");
  usePageCrumb("Receipt");
  return null;
}

it("names a page below the list's object, and leads to the object", async () => {
  mountPage(
    <>
      <Breadcrumbs />
      <Receipt />
    </>,
    { address: "/privacy/1/receipt" },
  );
  await expect.element(page.getByText("Receipt")).toHaveAttribute("aria-current", "page");
  await expect.element(page.getByRole("link", { name: "No. 000001" })).toHaveAttribute("href", "/privacy/1");
  await expectAccessible();
});

function Webhook({ name }: { name: string }) {
  usePageCrumb(name);
  return null;
}

it("names a page of the list's object, and leads to the list", async () => {
  mountPage(
    <>
      <Breadcrumbs />
      <Webhook name="hooks.example.mx/in" />
    </>,
    { address: "/webhooks/wh_1" },
  );
  await expect.element(page.getByText("hooks.example.mx/in")).toHaveAttribute("aria-current", "page");
  await expect.element(page.getByRole("link", { name: "Webhooks" })).toHaveAttribute("href", "/webhooks");
  await expectAccessible();
});
