import { expect, it } from "vitest";
import type { Notice } from "#lib/contract/notices/notice.ts";
import { groupsOf } from "./groups.ts";

const notice = (notice_id: number, verification_id: string | null): Notice => ({
  ...{ notice_id, verification_id, kind: "assigned", at: "2026-01-01T00:00:00.000000Z", read_at: null },
  ...{ text: "", path: "/", file: null },
});

it("groups notices by file, in the order of the newest of each", () => {
  const list = [notice(5, "b"), notice(4, "a"), notice(3, null), notice(2, "b"), notice(1, null)];
  expect(groupsOf(list).map((group) => group.map(({ notice_id }) => notice_id))).toEqual([[5, 2], [4], [3, 1]]);
});
