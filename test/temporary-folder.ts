import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
/** More than all databases of a run take together. */
const ROOM = 3 * 1024 ** 3;

/**
 * A new folder for the files of a PostgreSQL, in memory where there is room: a database is three hundred files, and the
 * file systems of disks take minutes to use the places of those that were dropped again, and look through all of them
 * for each new file.
 */
export const temporaryFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), prefix));

function hasRoomInMemory(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOM;
  } catch {
    return false;
  }
}
