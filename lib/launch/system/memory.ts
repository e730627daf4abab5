import { totalmem } from "node:os";
import { LaunchError } from "./data-dir.ts";

const MB = 1024 * 1024;
/** All processes with the embedded database and the sandbox use 790 MB without visitors (`npm run drill -- package`). */
const MIN_MB = 900;

/** MB for this start: a container or a unit of systemd may have less than the machine (cgroups). */
export const memoryMb = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem()) / MB;

/** Throws LaunchError if the kernel would end processes for lack of memory. */
export function checkMemory(mb = memoryMb()): void {
  if (mb >= MIN_MB) return;
  throw new LaunchError(`${Math.floor(mb)} MB of memory are too few: give Cotejo 1 GB`);
}
