import { getTranslations } from "next-intl/server";
import type { DescribedField, DescribedRoute } from "#lib/access/contract/tokens/reference.ts";
import { Card, CardContent, CardHeader } from "@/components/ui/card";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

export async function RouteReference({ route }: { route: DescribedRoute }) {
  const t = await getTranslations("tokens.reference");
  const address = `${route.method} ${route.address}`;
  return (
    <Card className="block p-0">
      <CardHeader className="border-border border-b px-4 py-2">
        <h2 className="wrap-anywhere font-mono font-semibold text-sm">{address}</h2>
      </CardHeader>
      <CardContent className="space-y-4 p-4 text-sm">
        <div className="max-w-prose space-y-1" lang="en">
          <p>{route.summary}.</p>
          {route.description !== "" && <p className="text-muted-foreground">{route.description}</p>}
        </div>
        <p>
          {t("permission")}:{" "}
          <code translate="no" className="font-mono">
            {route.permission}
          </code>
        </p>
        {route.parameters.length > 0 && (
          <Fields title={t("parameters")} name={t("parameter")} rows={route.parameters} />
        )}
        <div className="space-y-1">
          <h3 className="font-medium">{t("answers")}</h3>
          <ul className="space-y-0.5 text-xs">
            {route.answers.map(({ status, description, type }) => (
              <li key={status}>
                <code translate="no" className="font-mono">
                  {status}
                </code>{" "}
                <span lang="en">{description}</span>{" "}
                {type !== null && (
                  <code translate="no" className="font-mono text-muted-foreground">
                    {type}
                  </code>
                )}
              </li>
            ))}
          </ul>
        </div>
        {route.fields.length > 0 && <Fields title={t("fields")} name={t("field")} rows={route.fields} />}
      </CardContent>
    </Card>
  );
}

type FieldsProps = { title: string; name: string; rows: readonly DescribedField[] };

async function Fields({ title, name, rows }: FieldsProps) {
  const t = await getTranslations("tokens.reference");
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded font-medium">{title}</summary>
      <Table className="mt-2 text-xs">
        <TableHeader>
          <TableRow>
            <TableHead>{name}</TableHead>
            <TableHead>{t("type")}</TableHead>
            <TableHead>{t("meaning")}</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.name}>
              <TableCell className="wrap-anywhere whitespace-normal font-mono">{row.name}</TableCell>
              <TableCell className="wrap-anywhere whitespace-normal font-mono text-muted-foreground">
                {row.type}
              </TableCell>
              <TableCell className="whitespace-normal" lang="en">
                {row.description}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </details>
  );
}

export const Example = ({ origin }: { origin: string }) => (
  <pre
    translate="no"
    className="wrap-anywhere whitespace-pre-wrap rounded-md bg-muted p-3 font-mono text-xs leading-relaxed"
  >
    {`curl -H "Authorization: Bearer $COTEJO_TOKEN" ${origin}/api/verifications?limit=50`}
  </pre>
);
