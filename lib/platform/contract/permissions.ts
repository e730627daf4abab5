import { type DeclaredBy, declared, type KeyIn } from "#lib/modules.ts";
import type { AccountRole, Role } from "#lib/platform/manifest.ts";

type Declared = DeclaredBy<"permissions">;
export type Permission = KeyIn<Declared>;
/** A permission that a service token may have. */
export type Scope = ScopeIn<Declared>;
type ScopeIn<Rules> = Rules extends object
  ? { [Name in keyof Rules & string]: Rules[Name] extends { forTokens: true } ? Name : never }[keyof Rules & string]
  : never;

/**
 * The permissions of all modules: the only table for handlers, pages, navigation and buttons, and the source of
 * `docs/permissions.md`.
 */
export const PERMISSIONS: Readonly<Record<Permission, { roles: readonly Role[]; allows: string; forTokens?: true }>> =
  Object.assign({}, ...declared("permissions"));

export const SCOPES = (Object.keys(PERMISSIONS) as Permission[]).filter(
  (name): name is Scope => PERMISSIONS[name].forTokens === true,
);

export const rolesWith = (permission: Permission): readonly Role[] => PERMISSIONS[permission].roles;

export const may = (role: AccountRole, permission: Permission): boolean =>
  role !== "none" && rolesWith(permission).includes(role);
