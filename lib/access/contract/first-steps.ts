import { may, type Permission } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";

/** The first steps of an installation in their order, with the permission that each needs and its page. */
const STEPS = [
  { step: "key", permission: "keys.manage", href: "/keys" },
  { step: "connect", permission: "webhooks.manage", href: "/webhooks" },
  { step: "event", permission: "deliveries.manage", href: "/deliveries" },
  { step: "titles", permission: "settings.manage", href: "/settings#file-titles" },
  { step: "add", permission: "verifications.import", href: "/verifications" },
  { step: "invite", permission: "users.manage", href: "/users" },
] as const satisfies { step: string; permission: Permission; href: string }[];

type FirstStep = (typeof STEPS)[number]["step"];

export type FirstSteps = Record<FirstStep, boolean>;

/** The steps of a role that manages the installation; none once all of them are done. */
export function firstStepsOf(role: Role, done: FirstSteps): { step: FirstStep; href: string; done: boolean }[] {
  if (!may(role, "settings.manage")) return [];
  const own = STEPS.filter(({ permission }) => may(role, permission));
  return own.every(({ step }) => done[step]) ? [] : own.map(({ step, href }) => ({ step, href, done: done[step] }));
}
