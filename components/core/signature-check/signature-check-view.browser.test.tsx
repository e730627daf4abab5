import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Refusal } from "#lib/core/contract/deliveries/delivery.ts";
import { type Asked, expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { SignatureCheckView } from "./signature-check-view.tsx";

/* The causes of a mismatch are tested by `lib/core/contract/deliveries/signature-check.test.ts`. */

const SECRET = "whsec_of_another_webhook";
const BODY = '{"event_name":"verification.v2.created","data":{"n":1}}';
const AT = 1_767_376_800;

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function sign(body: string): Promise<string> {
  const [encoder, algorithm] = [new TextEncoder(), { name: "HMAC", hash: "SHA-256" }];
  const key = await crypto.subtle.importKey("raw", encoder.encode(SECRET), algorithm, false, ["sign"]);
  return `t=${AT},v1=${hex(await crypto.subtle.sign("HMAC", key, encoder.encode(`${AT}.${body}`)))}`;
}

const refusal = async (): Promise<Refusal> => ({
  ...{ refusal_id: 1, at: new Date(AT * 1000).toISOString(), reason: "no_match", receiver_id: null, count: 1 },
  ...{ size: BODY.length, skew_seconds: 0, source_address: "127.0.0.1" },
  body_hash: hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(BODY))),
});

async function check(given: { header: string; body: string; secret: string }) {
  await page.getByLabelText("Header Svc-Signature").fill(given.header);
  await page.getByLabelText("Raw body").fill(given.body);
  await page.getByLabelText("Webhook secret", { exact: true }).fill(given.secret);
  await page.getByRole("button", { name: "Check signature" }).click();
}

test("a refused delivery is shown with its facts, and compared with the pasted one", async () => {
  mountPage(<SignatureCheckView refusal={await refusal()} />, { address: "/deliveries/signature?refusal=1" });
  const facts = page.getByRole("region", { name: "The refused delivery" });
  await expect.element(facts).toMatchTextContent("Signature does not match");
  await expect.element(facts).toMatchTextContent(`${BODY.length} bytes`);
  await expect.element(page.getByLabelText("Header Svc-Signature")).toHaveValue(`t=${AT},v1=`);
  const header = await sign(BODY);
  await check({ header, body: BODY, secret: SECRET });
  await expect.element(page.getByText("This is the body that was refused, byte for byte.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Valid" })).toBeVisible();
  await check({ header: header.replace(/^t=\d+/, "t=1"), body: `${BODY} `, secret: SECRET });
  await expect
    .element(page.getByText(new RegExp(`${BODY.length + 1} bytes instead of ${BODY.length}\\.`)))
    .toBeVisible();
  await expect.element(page.getByText(/^The header’s time differs from the refused one/)).toBeVisible();
  await expectAccessible();
});

test("the causes of a mismatch are named, and nothing is sent until its button is pressed", async () => {
  const { asked } = mountPage(<SignatureCheckView refusal={null} />, {
    address: "/deliveries/signature",
    answers: { "POST /api/deliveries/signature-check": { match: "current", tried: 1 } },
  });
  await check({ header: "", body: "", secret: "a secret" });
  await expect.element(page.getByText("No time in the header")).toBeVisible();
  await expectAccessible();
  const header = await sign(BODY);
  await check({ header, body: JSON.stringify(JSON.parse(BODY), null, 2), secret: `${SECRET} ` });
  await expect.element(page.getByText("White space around the secret")).toBeVisible();
  await expect.element(page.getByText("The body was parsed and written again")).toBeVisible();
  await check({ header, body: BODY, secret: "whsec_of_my_own_webhook" });
  await expect.element(page.getByRole("heading", { name: "The signature does not match" })).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Send header and body" }).click();
  await expect.element(page.getByText(/^The signature matches a secret of this dashboard/)).toBeVisible();
  expect(asked.map(({ body }: Asked) => body)).toEqual([{ header, body_base64: btoa(BODY) }]);
});
