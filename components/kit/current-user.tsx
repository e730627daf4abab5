"use client";

import { createContext, type ReactNode, use } from "react";
import type { SignInWay } from "#lib/access/contract/user.ts";
import { may, type Permission } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";

type CurrentUser = { id: string; email: string; name: string; role: Role; ways: readonly SignInWay[] };

type Props = Omit<CurrentUser, "ways"> & { ways?: readonly SignInWay[]; children: ReactNode };

const BY_PASSWORD: readonly SignInWay[] = ["password"];

/** Outside the dashboard's frame, as in tests of a section, no user is signed in. */
const NO_USER: CurrentUser = { id: "", email: "", name: "", role: "support", ways: BY_PASSWORD };
const Context = createContext(NO_USER);

/** The signed-in user, for content that depends on the person or role. The server checks permissions again. */
export function CurrentUserProvider({ children, ways = BY_PASSWORD, ...user }: Props) {
  return <Context value={{ ...user, ways }}>{children}</Context>;
}

export function useCurrentUser(): CurrentUser & { may: (permission: Permission) => boolean } {
  const user = use(Context);
  return { ...user, may: (permission) => may(user.role, permission) };
}
