import { dirname, sep } from "node:path";
import { expect, it } from "vitest";
import { filesNamed } from "#tools/test/routes-on-disk.ts";

/** Segments for ids of the service, which may be any word. The ids of all other segments are numbers or UUIDs of Cotejo. */
const SERVICE_IDS = new Set(["[verification_id]", "[webhook_id]", "[api_key_id]", "[people_id]"]);

it("no address made of a name from the service leads to another route", () => {
  const paths = ["page.tsx", "route.ts"]
    .flatMap((name) => filesNamed(name, "app"))
    .map((file) =>
      dirname(file)
        .split(sep)
        .filter((segment) => !segment.startsWith("(")),
    );
  const named = paths.flatMap((path) =>
    path.flatMap((segment, at) => (SERVICE_IDS.has(segment) ? [{ parent: path.slice(0, at).join("/"), segment }] : [])),
  );
  expect(new Set(named.map(({ segment }) => segment))).toEqual(SERVICE_IDS);
  const taken = named.flatMap(({ parent, segment }) =>
    paths
      .map((path) => path.join("/"))
      .filter((path) => path.startsWith(`${parent}/`) && !path.startsWith(`${parent}/${segment}`)),
  );
  expect(taken).toEqual([]);
});
