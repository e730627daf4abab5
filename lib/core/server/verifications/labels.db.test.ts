import { expect, it } from "vitest";
import { deliver, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { readLabels } from "./get.ts";

const database = await ownDatabase();
const receive = receiveInto(database);
let files = 0;

type Change = [label: string, kind: "added" | "removed", at: number, comment?: string];

/** The labels of a new file after these changes. */
async function labelsAfter(...changes: Change[]) {
  files += 1;
  const verification_id = `ver_${files}`;
  await receive(
    ...changes.map(([label, kind, at, comment]) =>
      deliver(`verification.v2.label_${kind}`, {
        verification_id,
        entity: { type: "label", label, display_name: label.toUpperCase() },
        comment,
        [`${kind}_at`]: secondsIn(at),
      }),
    ),
  );
  return readLabels(database.pool, verification_id);
}

const instant = (at: number) => secondsIn(at).replace("Z", "000Z");

it("reads a comment update, removed and added at one instant, as one current label", async () => {
  const changes: Change[] = [
    ["vip", "added", 1, "old"],
    ["vip", "added", 5, "new"],
    ["vip", "removed", 5, "old"],
  ];
  for (const order of [changes, changes.toReversed()]) {
    expect(await labelsAfter(...order)).toMatchObject([
      { label: "vip", display_name: "VIP", comment: "new", added_at: instant(5), removed_at: null },
    ]);
  }
});

it("puts labels assigned now first and keeps those that were taken off", async () => {
  const labels = await labelsAfter(
    ["alto-riesgo", "added", 1],
    ["alto-riesgo", "removed", 2],
    ["vip", "added", 1],
    ["desconocida", "removed", 3],
  );
  expect(labels.map(({ label, added_at, removed_at }) => [label, added_at, removed_at])).toEqual([
    ["vip", instant(1), null],
    ["alto-riesgo", instant(1), instant(2)],
    ["desconocida", null, instant(3)],
  ]);
});

it("keeps what happened to a label, oldest first, a removal before the assignment of the same instant", async () => {
  const [label] = await labelsAfter(
    ["vip", "added", 5, "new"],
    ["vip", "removed", 9, "new"],
    ["vip", "removed", 5, "old"],
    ["vip", "added", 1, "old"],
  );
  expect(label?.history).toEqual([
    { kind: "added", at: instant(1), at_text: null, comment: "old" },
    { kind: "removed", at: instant(5), at_text: null, comment: "old" },
    { kind: "added", at: instant(5), at_text: null, comment: "new" },
    { kind: "removed", at: instant(9), at_text: null, comment: "new" },
  ]);
});
