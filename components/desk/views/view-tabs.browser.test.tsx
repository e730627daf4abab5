import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { View } from "#lib/core/contract/verifications/view.ts";
import { mountList } from "#tools/test/mounted-list.tsx";
import { type Asked, expectAccessible, MESSAGES } from "#tools/test/mounted-page.tsx";

/* The right to share and change views is tested by `app/api/views.db.test.ts`. */

const words = MESSAGES.en.views;
const views = () => page.getByRole("navigation", { name: words.label });
const tab = (name: string) => views().getByRole("link", { name: new RegExp(`^${name}`) });
const dialog = () => page.getByRole("dialog");
const save = () => views().getByRole("button", { name: words.save });

const view = (view_id: string, name: string, query: string, shared = false): View => ({
  ...{ view_id, name, query, shared, editable: true, created_at: "2026-01-02T18:00:00.000000Z" },
});

async function chooseFromMenu(of: string, item: string) {
  await views()
    .getByRole("button", { name: `Change the view ${of}` })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Mounts the list with these saved views; the result changes them as the handlers do. */
async function mountViews(address: string, saved: View[]) {
  const { answer, ...rest } = await mountList(address, {
    "GET /api/views": () => ({ items: saved }),
    "POST /api/views": ({ body }: Asked) => {
      const added = { ...view("view_new", "", ""), ...(body as Partial<View>) };
      saved.push(added);
      return added;
    },
    "PUT /api/views/order": ({ body }: Asked) => {
      const { view_ids } = body as { view_ids: string[] };
      saved.sort((one, other) => view_ids.indexOf(one.view_id) - view_ids.indexOf(other.view_id));
      return { items: saved };
    },
  });
  for (const one of saved) {
    answer(`PATCH /api/views/${one.view_id}`, ({ body }: Asked) => Object.assign(one, body));
    answer(`DELETE /api/views/${one.view_id}`, () => {
      saved.splice(saved.indexOf(one), 1);
      return new Response(null, { status: 204 });
    });
  }
  return rest;
}

test("built-in views have the number of their files, and the filter of the list is saved under a name", async () => {
  const { asked } = await mountViews("/verifications?status=finished&q=EXP-1", []);
  await expect.element(tab(words.builtIn.ready)).toHaveAccessibleName(`${words.builtIn.ready} 3 files`);
  expect(tab(words.builtIn.ready).element().getAttribute("href")).toBe(
    "/verifications?without_severity=high&review=open&reason=decision&sort=due",
  );
  await save().click();
  await expect.element(dialog()).toMatchTextContent("Status: Finished");
  await dialog().getByRole("button", { name: words.dialog.save, exact: true }).click();
  await expect.element(dialog()).toMatchTextContent(words.dialog.noName);
  await dialog().getByLabelText(words.dialog.name).fill("Mine");
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await expect.element(tab("Mine")).toHaveAttribute("aria-current", "page");
  expect(asked.findLast(({ method }) => method === "POST")?.body).toMatchObject({
    ...{ name: "Mine", query: "status=finished&q=EXP-1", shared: false },
  });
  await expect.element(save()).not.toBeInTheDocument();
  await expectAccessible();
});

test("a view is renamed, replaced by another order and deleted", async () => {
  await mountViews("/verifications?q=EXP-1", [view("view_1", "Mine", "q=EXP-1")]);
  await chooseFromMenu("Mine", words.menu.change);
  await dialog().getByLabelText(words.dialog.name).fill("Again");
  await userEvent.keyboard("{Enter}");
  await expect.element(tab("Again")).toHaveAttribute("aria-current", "page");
  await page.getByRole("columnheader", { name: "File" }).getByRole("button").click();
  await save().click();
  await dialog().getByLabelText(words.dialog.saveAs).selectOptions("In place of Again");
  await expect.element(dialog().getByLabelText(words.dialog.name)).toHaveValue("Again");
  await dialog().getByRole("button", { name: words.dialog.save, exact: true }).click();
  await expect.element(tab("Again")).toHaveAttribute("href", "/verifications?q=EXP-1&sort=tag");
  await chooseFromMenu("Again", words.menu.delete);
  await dialog().getByRole("button", { name: words.delete.submit }).click();
  await expect.element(tab("Again")).not.toBeInTheDocument();
  await expect.element(page.getByRole("table")).toBeVisible();
});

test("shared views are moved by their menu", async () => {
  await mountViews("/verifications?q=EXP-2", [
    view("view_1", "One", "q=EXP-1", true),
    view("view_2", "Two", "q=EXP-2", true),
  ]);
  await chooseFromMenu("Two", words.menu.before);
  const names = () => [...views().element().querySelectorAll("a")].map((link) => link.textContent).slice(-2);
  await expect.poll(names).toEqual([expect.stringMatching(/^Two/), expect.stringMatching(/^One/)]);
});

test("no view holds a text that may name a person", async () => {
  await mountViews("/verifications", []);
  await page.getByRole("textbox", { name: "Search" }).fill("Maderas del Sur");
  await userEvent.keyboard("{Enter}");
  await save().click();
  await expect.element(dialog()).toMatchTextContent("may name a person");
  expect(dialog().getByRole("textbox").elements()).toEqual([]);
});
