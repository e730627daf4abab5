import { expectAccessible, expectNoSidewaysScroll } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

const TAX = { severity: "high", message: "El RFC no coincide con la constancia.", missing_field: "RFC" };
const POWER = { severity: "high", message: "Poder sin fecha" };

test("the exceptions of an acceptance are named, explained in place, and fill the reason and the record", async ({
  page,
  play,
  change,
  signInAs,
}) => {
  const { id, tag } = await play("finished");
  await change(id, { kind: "reopened" }, { kind: "finished", run_id: "run-high", findings: [TAX, POWER] });
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  const bar = page.getByRole("region", { name: "Review of this file" });
  await expect(bar).toContainText("Ready to decide");

  const findings = page.getByRole("region", { name: /^Findings/ });
  await findings.getByRole("button", { name: `Explain the finding: ${TAX.message}` }).click();
  const words = page.getByRole("textbox", { name: "Explanation of this finding" });
  await expect(words).toBeFocused();
  await words.fill("acta 4411");
  await page.keyboard.press("Control+Enter");
  await expect(findings).toContainText("Explained: “acta 4411”");
  await expect(findings.getByRole("button", { name: `Change the explanation: ${TAX.message}` })).toBeFocused();

  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: `Decide: ${tag}` });
  await expect(dialog.getByRole("button", { name: "Choose a decision" })).toBeVisible();
  await page.keyboard.press("1");
  await expect(dialog).toContainText("2 high findings");
  const reason = dialog.getByRole("textbox", { name: "Reason for the exception" });
  await expect(reason).toHaveValue("El RFC no coincide con la constancia: acta 4411");
  await dialog.getByRole("button", { name: `Explain the finding: ${POWER.message}` }).click();
  await words.fill("Consta en el acta.");
  await page.keyboard.press("Control+Enter");
  await expect(reason).toHaveValue(
    "El RFC no coincide con la constancia: acta 4411\nPoder sin fecha: Consta en el acta.",
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await reason.focus();
  await page.keyboard.press("Control+Enter");
  await expect(bar).toContainText("Accepted by");
  await page.goto(`/verifications/${id}/decision`);
  const accepted = page.getByRole("article").getByRole("region", { name: "Accepted" });
  await expect(accepted).toContainText("2 high findings");
  await expect(accepted).toContainText(`${TAX.message} (RFC)`);
  await expect(accepted).toContainText("Poder sin fecha: Consta en el acta.");
});
