"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { passwordSwitchOptions, usersOptions } from "#lib/access/browser/users.ts";
import type { ListedUser, PasswordSwitch } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { LoadedSection } from "./loaded.tsx";

/** Password sign-in for all users, or for one admin alone while the others sign in through the provider. */
export function PasswordsSection() {
  const query = useQuery(passwordSwitchOptions());
  return (
    <LoadedSection of="passwords" query={query} height="h-24">
      {(known) => (known.off ? <Off off={known.off} /> : <On />)}
    </LoadedSection>
  );
}

const changes = [passwordSwitchOptions().queryKey, usersOptions().queryKey];

function Off({ off: { name, email, since } }: { off: NonNullable<PasswordSwitch["off"]> }) {
  const t = useTranslations("passwords");
  const { run, error, isPending, stepUp } = useSecretChange(() => api("DELETE /api/settings/passwords"), {
    to: () => t("confirmTo.on"),
    changes,
  });
  return (
    <>
      <p className="wrap-anywhere">{t.rich("off", { name, email, at: () => <ExactInstant at={since} /> })}</p>
      <ActionFailure words="passwords.problem" error={error} />
      <Button variant="outline" aria-disabled={isPending} onClick={() => run(undefined)}>
        {t("switchOn")}
      </Button>
      {stepUp}
    </>
  );
}

const canKeep = ({ role, disabled, ways }: ListedUser): boolean =>
  role === "admin" && !disabled && ways.includes("password");

function On() {
  const t = useTranslations("passwords");
  const users = useQuery(usersOptions());
  const offered = new Map(users.data?.items.filter(canKeep).map((user) => [user.id, `${user.name} (${user.email})`]));
  const [chosen, setChosen] = useState("");
  const { run, error, isPending, stepUp } = useSecretChange(
    (user_id: string) => api("PUT /api/settings/passwords", { body: { user_id } }),
    { to: () => t("confirmTo.off"), changes },
  );
  return (
    <>
      <SelectField
        label={t("keeper")}
        values={["", ...offered.keys()]}
        nameOf={(id) => offered.get(id) ?? t("choose")}
        value={chosen}
        onChange={setChosen}
      />
      <ActionFailure words="passwords.problem" error={error} />
      <Button variant="outline" disabled={chosen === ""} aria-disabled={isPending} onClick={() => run(chosen)}>
        {t("switchOff")}
      </Button>
      {stepUp}
    </>
  );
}
