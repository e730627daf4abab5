import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkPorts } from "./check-environment.ts";

let taken: Server;
let port: number;
beforeEach(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  port = (taken.address() as { port: number }).port;
});
afterEach(() => new Promise((resolve) => taken.close(resolve)));

test("names the variable and the port that is in use", async () => {
  const check = checkPorts([{ variable: "RECEIVER_PORT", host: "127.0.0.1", port }]);
  await expect(check).rejects.toThrow(`RECEIVER_PORT: ${port} is in use`);
});

test("names two variables with the same port", async () => {
  await new Promise((resolve) => taken.close(resolve));
  const check = checkPorts([
    { variable: "PORT", host: "127.0.0.1", port },
    { variable: "SANDBOX_PORT", host: "127.0.0.1", port },
  ]);
  await expect(check).rejects.toThrow(`SANDBOX_PORT: ${port} is also PORT`);
});

test("reports HOST when the address does not belong to this machine", async () => {
  const check = checkPorts([{ variable: "PORT", host: "192.0.2.1", port }]);
  await expect(check).rejects.toThrow("HOST: can't listen on 192.0.2.1 (EADDRNOTAVAIL)");
});
