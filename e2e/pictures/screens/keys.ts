import { call, signIn } from "#e2e/pictures/call.ts";
import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import type { CreatedKey, ListedKeys, Rotation, RotationElsewhere } from "#lib/contract/keys/keys.ts";

const FOUR = [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")];

/** The system's key, and none that an earlier picture left. */
async function prepare(posing: Posing, name: string): Promise<string> {
  await signIn(posing);
  // The rotation of the picture before goes on until its old key is gone.
  const ended = async () => (await call<{ items: Rotation[] }>(posing, "GET", "/api/rotations")).items.every(hasEnded);
  await expect.poll(ended).toBe(true);
  for (const { id, state } of (await call<{ items: RotationElsewhere[] }>(posing, "GET", "/api/key-replacements"))
    .items) {
    if (state === "created" || state === "intent") await call(posing, "DELETE", `/api/key-replacements/${id}`);
    if (state === "switched") await call(posing, "POST", `/api/key-replacements/${id}/finish`);
  }
  for (const key of (await call<ListedKeys>(posing, "GET", "/api/api-keys")).items) {
    if (!key.current) await call(posing, "DELETE", `/api/api-keys/${key.id}`);
  }
  await make(posing, "Facturación, producción");
  return make(posing, name);
}

const hasEnded = ({ state }: { state: string }): boolean => state === "done" || state === "abandoned";

async function make(posing: Posing, name: string): Promise<string> {
  const { id, reveal_id } = await call<CreatedKey>(posing, "POST", "/api/api-keys", { id: name });
  await call(posing, "DELETE", `/api/reveals/${reveal_id}`);
  return id;
}

async function rotate(posing: Posing, stored: boolean): Promise<{ id: string; value: string }> {
  const old_key_id = await prepare(posing, "Expediente digital");
  const { replacement, created } = await call<{ replacement: RotationElsewhere; created: CreatedKey }>(
    posing,
    "POST",
    "/api/key-replacements",
    { old_key_id },
  );
  if (stored) await call(posing, "DELETE", `/api/reveals/${created.reveal_id}`);
  return { id: replacement.id, value: created.api_key };
}

export const keys: Screen = {
  title: "API keys",
  says: "What the service states of each key, the dashboard's own marked, and keys rotated with nothing that stops working.",
  pictures: [
    {
      name: "keys",
      title: "API keys",
      says: "Every key with its age and what may be done with it, the dashboard's own rotation, and a key checked.",
      looks: FOUR,
      async pose(posing) {
        await prepare(posing, "Expediente digital");
        await posing.page.goto("/keys");
        await expect(posing.page.getByText(posing.words.keys.entry.current, { exact: true })).toBeVisible();
      },
    },
    {
      name: "keys-ask",
      title: "API keys: before the dashboard's own is rotated",
      says: "One question, with all that there is to say.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose({ page, words }) {
        await page.goto("/keys");
        await page.getByRole("button", { name: words.keys.rotation.start }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "keys-reveal",
      title: "API keys: revealed once",
      says: "The calmest place of the product: nothing but 'I have stored it' closes it.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        await rotate(posing, false);
        await posing.page.goto("/keys");
        await expect(posing.page.getByRole("dialog").locator("code")).toBeVisible();
      },
    },
    {
      name: "keys-elsewhere",
      title: "API keys: a rotation that waits for people",
      says: "A key that another system uses: how far it is, what to do next, and what happens if one leaves.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        await rotate(posing, true);
        await posing.page.goto("/keys");
        await expect(posing.page.getByText(posing.words.keys.elsewhere.closing)).toBeVisible();
      },
    },
    {
      name: "keys-needed",
      title: "API keys: is the old key still needed?",
      says: "What the service states of its use, and which key is in place there.",
      looks: [look(1440, "dark", "es-MX"), look(360)],
      async pose(posing) {
        const { page, words } = posing;
        const { id, value } = await rotate(posing, true);
        await call(posing, "POST", `/api/key-replacements/${id}/switched`);
        await page.goto("/keys");
        const field = page.getByLabel(words.keys.elsewhere.needed.field);
        await field.fill(value);
        await field.press("Enter");
        await expect(page.getByText(words.keys.elsewhere.needed.found.new)).toBeVisible();
      },
    },
    {
      name: "keys-rotating",
      title: "API keys: the dashboard's own, being rotated",
      says: "Steps that fill in, each with its time.",
      looks: [look(), look(360, "light", "es-MX")],
      async pose(posing) {
        const { page, words } = posing;
        await prepare(posing, "Expediente digital");
        await call(posing, "POST", "/api/rotations", {});
        await page.goto("/keys");
        await expect(page.getByText(words.keys.rotation.closing.draining)).toBeVisible();
      },
    },
    {
      name: "keys-refused",
      title: "API keys: the dashboard's own is refused",
      says: "Its key was revoked elsewhere: what to do, with another key that is checked.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose({ page, words, stage }) {
        await stage.sandbox.faultEverywhere({ kind: "status", status: 401 });
        await page.goto("/keys");
        await expect(page.getByRole("region", { name: words.keys.adopt.title })).toBeVisible();
      },
    },
  ],
};
