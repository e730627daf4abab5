import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import type { Revealed } from "#components/core/secrets/reveal-dialog.tsx";
import { RevealHost, useRevealHost } from "#components/core/secrets/reveal-host.tsx";
import { ChangeDialog, NewNameField } from "#components/core/secrets/secret-change.tsx";
import { ServiceList } from "#components/core/secrets/service-list.tsx";
import { type CreatedToken, type ListedToken, MAX_TOKEN_NAME } from "#lib/access/contract/tokens/token.ts";
import { Button } from "@/components/ui/button";

/** The kinds of tokens, by the namespaces of their messages. */
type Of = { of: "tokens" | "scim" };

export type DialogProps = Pick<ComponentProps<typeof ChangeDialog<CreatedToken>>, "onClosed" | "onDone" | "changes">;

type Props<Token> = Of & {
  options: UseQueryOptions<{ items: Token[] }>;
  /** False for readers who may not create and revoke tokens. */
  manages?: boolean;
  row: (token: Token, onRevoke: (() => void) | null) => ReactNode;
  create: (dialog: DialogProps) => ReactNode;
  revoke: (id: string) => Promise<void>;
  /** The page around the list, with the button that creates a token; by default the button is at the list's heading. */
  page?: (create: ReactNode, list: ReactNode) => ReactNode;
  children?: ReactNode;
};

/** The tokens of a kind, and the dialog that reveals the value of a new token once. */
export const TokenList = <Token extends Pick<ListedToken, "token_id" | "name">>(props: Props<Token>) => (
  <RevealHost of={props.of} kinds={["service_token"]} changes={[props.options.queryKey]}>
    <Tokens {...props} />
  </RevealHost>
);

function Tokens<Token extends Pick<ListedToken, "token_id" | "name">>({ of, manages = true, ...props }: Props<Token>) {
  const t = useTranslations(of);
  const tokens = useQuery(props.options);
  const { reveal, say } = useRevealHost();
  const [open, setOpen] = useState<"create" | Token | null>(null);
  const dialog = { onClosed: () => setOpen(null), changes: [props.options.queryKey] };
  const create = (look?: ComponentProps<typeof Button>) =>
    manages && (
      <Button {...look} aria-haspopup="dialog" onClick={() => setOpen("create")}>
        <Plus aria-hidden />
        {t("list.create")}
      </Button>
    );
  const list = (
    <>
      <ServiceList
        id={of}
        aside={!props.page && create({ size: "sm", variant: "outline" })}
        of={`${of}.list`}
        list={tokens}
        row={(token) => props.row(token, manages ? () => setOpen(token) : null)}
      >
        {props.children}
      </ServiceList>
      {open === "create" && <>{props.create({ ...dialog, onDone: (created) => reveal(revealedOf(created)) })}</>}
      {open !== null && open !== "create" && (
        <ChangeDialog
          {...dialog}
          of={`${of}.revoke`}
          values={{ name: open.name }}
          destructive
          act={() => props.revoke(open.token_id)}
          onDone={() => say(t("revoked", { name: open.name }))}
          failure={{ words: `${of}.problem` }}
        />
      )}
    </>
  );
  return props.page ? props.page(create(), list) : list;
}

const revealedOf = (created: CreatedToken): Revealed => ({
  kind: "service_token",
  id: created.reveal_id,
  subject_id: created.token_id,
  name: created.name,
  value: created.token,
  fingerprint: created.fingerprint,
  expires_at: created.held_until,
});

type RowProps = Of & { name: string; onRevoke: (() => void) | null; children: ReactNode };

export function TokenRow({ of, name, onRevoke, children }: RowProps) {
  const t = useTranslations(`${of}.entry`);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64 space-y-1.5">{children}</div>
      {onRevoke !== null && (
        <Button
          variant="destructive"
          size="sm"
          aria-label={t("revokeNamed", { name })}
          aria-haspopup="dialog"
          onClick={onRevoke}
        >
          <Trash2 aria-hidden />
          {t("revoke")}
        </Button>
      )}
    </li>
  );
}

type CreateProps = Of &
  DialogProps &
  Pick<ComponentProps<typeof ChangeDialog<CreatedToken>>, "act" | "blocked" | "submit"> & { children?: ReactNode };

/** Creates a token with a name and the given further fields. */
export function CreateDialog({ of, children, ...props }: CreateProps) {
  const t = useTranslations(`${of}.create`);
  return (
    <ChangeDialog {...props} of={`${of}.create`} failure={{ words: `${of}.problem` }}>
      {(taken) => (
        <>
          <NewNameField label={t("name")} hint={t("hint")} error={taken} maxLength={MAX_TOKEN_NAME} />
          {children}
        </>
      )}
    </ChangeDialog>
  );
}
