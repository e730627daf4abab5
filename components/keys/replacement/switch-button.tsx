"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { KeyProblem } from "#components/keys/key-problem.tsx";
import { Button } from "#components/ui/button.tsx";
import { markSwitched } from "#lib/browser/keys.ts";

type Props = { id: string; switched: boolean; variant?: "default" | "outline" | "ghost"; onSettled: () => void };

/** 'It is in place there', and taking that back. */
export function SwitchButton({ id, switched, variant = "default", onSettled }: Props) {
  const t = useTranslations("keys.replacement");
  const { mutate, isPending, error } = useMutation({ mutationFn: markSwitched, onSettled });
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        aria-disabled={isPending}
        onClick={() => !isPending && mutate({ id, switched })}
      >
        {t(switched ? "switched" : "notSwitched")}
      </Button>
      {error && <KeyProblem error={error} action="replace" />}
    </>
  );
}
