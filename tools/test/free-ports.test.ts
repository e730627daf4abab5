import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePortsOfStart } from "./free-ports.ts";

it("no outgoing connection is given a port of a start", async () => {
  const given = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
  // The system's own choice is from one range of ports.
  expect(given).toBeGreaterThanOrEqual(32_000);
  const ports = Object.values(await freePortsOfStart()).map(Number);
  expect(new Set(ports).size).toBe(3);
  for (const port of ports) expect(port).toBeLessThan(32_000);
});
