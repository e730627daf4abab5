import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { button, revealedSecret, silenceOthers, store } from "#e2e/support/webhooks.ts";

const words = MESSAGES.en;
const t = words.webhooks;

test.beforeEach(({ signInAs }) => signInAs("admin"));
test.afterEach(({ page, sandbox }) => silenceOthers(page.request, sandbox));

/** A receiver that records test deliveries and answers with a given status. */
async function startReceiver() {
  const tests: { headers: IncomingMessage["headers"]; body: string }[] = [];
  const answer = { status: 204, text: "" };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    if (request.headers["cotejo-test"] === "true") tests.push({ headers: request.headers, body });
    response.writeHead(answer.status).end(answer.text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, tests, answer, server };
}

test("an admin sends a signed test delivery to a new webhook while its secret is shown, and gets no warning of the new webhook", async ({
  page,
}) => {
  const { url, tests, answer, server } = await startReceiver();
  const lists: Promise<string>[] = [];
  page.on("response", (response) => {
    const isList = new URL(response.url()).pathname === "/api/webhooks" && response.request().method() === "GET";
    if (isList) lists.push(response.text().catch(() => ""));
  });
  await page.goto("/new-webhook");
  await page.getByLabel(t.form.url).fill(url);
  const created = page.waitForResponse(
    (response) => new URL(response.url()).pathname === "/api/webhooks" && response.request().method() === "POST",
  );
  await button(page, t.new.submit).click();
  const { id } = await (await created).json();
  const secret = await revealedSecret(page);
  const dialog = page.getByRole("dialog");

  await dialog.getByRole("button", { name: t.test.send, exact: true }).click();
  await expect(dialog.getByText("Accepted: the receiver answered 204")).toBeVisible();
  await expect(dialog.getByText(/^test_[0-9a-f]{16}$/)).toBeVisible();
  const [sent] = tests;
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(sent?.headers["svc-signature"])) ?? [];
  expect(createHmac("sha256", secret).update(`${time}.${sent?.body}`).digest("hex")).toBe(signature);
  await expectAccessible(page);

  Object.assign(answer, { status: 500, text: "no such table: deliveries" });
  await dialog.getByRole("button", { name: t.test.send, exact: true }).click();
  await expect(dialog.getByText("Not accepted: the receiver answered 500")).toBeVisible();
  await expect(dialog.getByText("no such table: deliveries")).toBeVisible();
  await expectAccessible(page);

  server.closeAllConnections();
  server.close();
  await once(server, "close");
  await dialog.getByRole("button", { name: t.test.send, exact: true }).click();
  await expect(dialog.getByText(t.test.result.unreachable)).toBeVisible();

  // The page below the dialog has fetched the list, which has the new webhook.
  await expect.poll(async () => (await Promise.all(lists)).some((list) => list.includes(id))).toBe(true);
  await expect(page.getByText("to this address already")).toHaveCount(0);
  await store(page, words);
  await expect(page.getByText(t.secret.says.stored)).toBeVisible();
});
