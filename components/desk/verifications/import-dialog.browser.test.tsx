import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ImportedId } from "#lib/core/contract/verifications/verification.ts";
import { type Answer, type Asked, expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { ImportDialog } from "./import-dialog.tsx";

/* `pasted-ids.test.ts` tests the recognition of ids, `app/api/imports/verifications/route.db.test.ts` the outcomes. */

const IMPORT = "POST /api/imports/verifications";
const CURP = "GOMC850101HDFRRL00";

const dialog = () => page.getByRole("dialog", { name: "Add older files by their ids" });
const field = () => dialog().getByRole("textbox", { name: "Verification ids" });
const line = (id: string) => dialog().getByRole("listitem").filter({ hasText: id });
const press = (name: string) => dialog().getByRole("button", { name }).click();
const sent = (asked: Asked[]) => asked.map(({ body }) => body);

const outcomes = (of: Record<string, ImportedId["outcome"]>) => () =>
  new Response(
    Object.entries(of)
      .map(([verification_id, outcome]) => `${JSON.stringify({ verification_id, outcome })}\n`)
      .join(""),
  );

async function openDialog(answer: Answer, onClosed: () => void = () => undefined) {
  const mounted = mountPage(<ImportDialog onClosed={onClosed} />, { answers: { [IMPORT]: answer } });
  await expect.element(field()).toBeVisible();
  return mounted;
}

test("ids, repeated ones, links and CURPs are told apart, and each id has its outcome", async () => {
  const { asked } = await openDialog(outcomes({ ver_known_1: "known", ver_other_2: "not_found", tag_of_3: "tag" }));
  await expect.element(dialog()).toMatchTextContent("has no list of earlier verifications");
  await press("Add verifications");
  await expect.element(dialog()).toMatchTextContent("There are no ids in this list yet.");
  const curps = `${CURP.toLowerCase()}\n${CURP.slice(0, 4)} ${CURP.slice(4, 10)} ${CURP.slice(10)}`;
  await field().fill(
    `ver_known_1, ver_other_2, tag_of_3\nver_known_1\n${"x".repeat(201)}\nhttps://cotejo.example/ver_known_1\n${curps}`,
  );
  for (const text of ["3 valid ids", "1 repeated", "1 that is not an id", "1 link left out: paste the id alone"]) {
    await expect.element(dialog().getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(dialog()).toMatchTextContent("2 entries that look like a CURP are left out");
  await expectAccessible();
  await press("Add 3 verifications");
  await expect.element(dialog()).toMatchTextContent("3 of 3 done · 1 already known · 1 tag · 1 unknown to the service");
  expect(sent(asked)).toEqual([{ ids: ["ver_known_1", "ver_other_2", "tag_of_3"] }]);
  await expect.element(line("ver_known_1")).toMatchTextContent("already known");
  await expect.element(line("ver_other_2")).toMatchTextContent("the service does not know it");
  await expect.element(line("tag_of_3")).toMatchTextContent("looks like a tag: use its id");
  await expect.element(dialog().getByRole("listitem").last()).toMatchTextContent("ver_known_1");
  await expect.element(dialog().getByRole("button", { name: "Copy 2 that are not in the list" })).toBeVisible();
});

test("a failure states why it was interrupted, and failed ids alone are tried again", async () => {
  const { answer, asked } = await openDialog(() => Response.json({ code: "DATABASE_UNAVAILABLE" }, { status: 503 }));
  await field().fill("ver_failing_1 ver_unknown_2");
  await press("Add 2 verifications");
  await expect.element(dialog().getByText(/^Interrupted:/)).toBeVisible();
  answer(IMPORT, outcomes({ ver_failing_1: "failed", ver_unknown_2: "not_found" }));
  await press("Try 2 verifications again");
  await expect.element(dialog()).toMatchTextContent("1 unknown to the service · 1 failed");
  await expect.element(dialog()).toMatchTextContent("Nothing is lost: you can try them again.");
  await expectAccessible();
  answer(IMPORT, outcomes({ ver_failing_1: "not_found" }));
  await press("Try 1 verification again");
  await expect.element(dialog()).toMatchTextContent("2 of 2 done · 2 unknown to the service");
  expect(sent(asked).at(-1)).toEqual({ ids: ["ver_failing_1"] });
});

test("a run is ended by its button alone, and states that the remaining ids were not read", async () => {
  const closed = vi.fn();
  await openDialog(() => new Promise(() => undefined), closed);
  await field().fill("ver_slow_1");
  await press("Add 1 verification");
  await expect.element(line("ver_slow_1")).toMatchTextContent("waiting");
  await expect.element(dialog().getByRole("progressbar")).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  expect(closed).not.toHaveBeenCalled();
  await press("Stop");
  await expect.element(dialog()).toMatchTextContent("Stopped.");
  await expect.element(line("ver_slow_1")).toMatchTextContent("not read");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});
