import { readFileSync } from "node:fs";
import type { DiskRoute } from "#e2e/support/routes.ts";
import { PERMISSIONS, type Permission } from "#lib/platform/contract/permissions.ts";

/** The permission that a page's source requires. */
export function permissionOf({ file }: Pick<DiskRoute, "file">): Permission | null {
  const permission = /requirePermission\("([\w.]+)"\)/.exec(readFileSync(file, "utf8"))?.[1];
  return permission !== undefined && permission in PERMISSIONS ? (permission as Permission) : null;
}
