import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
/** More than all databases of a run take together. */
const ROOM = 3 * 1024 ** 3;

/**
 * A new folder for the files of a PostgreSQL, in memory if there is room: a database has three hundred files, and file
 * systems on disks take minutes to reuse the places of dropped files, which they search for each new file.
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
