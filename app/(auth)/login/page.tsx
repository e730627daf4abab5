import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SignInForm } from "#components/access/sign-in-form.tsx";
import { landingOf } from "#lib/contract/access/landing.ts";
import { currentUser } from "#lib/server/access/session.ts";
import { env } from "#lib/server/base/env.ts";
import { nextPath } from "./search-params.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("access.signIn"))("title") };
}

export default async function SignInPage({ searchParams }: Props) {
  const { next: wanted, ended } = await searchParams;
  const next = nextPath.parse(wanted);
  const user = await currentUser();
  if (user) redirect(next ?? landingOf(user.role));
  return <SignInForm next={next} sandbox={env().sandbox} ended={ended === "1"} />;
}
