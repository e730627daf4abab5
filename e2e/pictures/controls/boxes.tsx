import { Info, TriangleAlert } from "lucide-react";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { Kbd } from "@/components/ui/kbd";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

const BADGES = ["default", "secondary", "outline", "warning", "destructive"] as const;
const ALERTS = ["default", "warning", "destructive"] as const;

/** What holds text and other elements. */
export function Boxes() {
  return (
    <section aria-label="Boxes" className="grid items-start gap-4 sm:grid-cols-2">
      <div className="flex flex-wrap items-center gap-4">
        {BADGES.map((variant) => (
          <Badge key={variant} variant={variant}>
            {variant}
          </Badge>
        ))}
        <Kbd>Ctrl K</Kbd>
      </div>
      {ALERTS.map((variant) => {
        const Icon = variant === "default" ? Info : TriangleAlert;
        return (
          <Alert key={variant} variant={variant}>
            <Icon aria-hidden />
            <div className="min-w-0">
              <AlertTitle>Alert, {variant}</AlertTitle>
              <AlertDescription>What it means, and what to do about it.</AlertDescription>
            </div>
          </Alert>
        );
      })}
      <Card>
        <CardHeader>
          <CardTitle>Card</CardTitle>
          <CardDescription>What it is about.</CardDescription>
        </CardHeader>
        <CardContent>Its content.</CardContent>
      </Card>
      <Counts />
      <div className="space-y-4">
        <Collapsible open>
          <CollapsibleTrigger>Collapsible</CollapsibleTrigger>
          <CollapsibleContent className="pl-4">What it folds away.</CollapsibleContent>
        </Collapsible>
        <ScrollArea label="Addresses" className="max-h-32">
          {Array.from({ length: 9 }, (_, index) => `10.0.0.${index + 1}`).map((address) => (
            <p key={address}>{address}</p>
          ))}
        </ScrollArea>
        <Skeleton className="h-5 w-56" />
      </div>
    </section>
  );
}

const Counts = () => (
  <Table>
    <TableHeader>
      <TableRow>
        <TableHead scope="col">Status</TableHead>
        <TableHead scope="col">Verifications</TableHead>
      </TableRow>
    </TableHeader>
    <TableBody>
      <TableRow>
        <TableCell>Finished</TableCell>
        <TableCell>12</TableCell>
      </TableRow>
      <TableRow>
        <TableCell>In review</TableCell>
        <TableCell>3</TableCell>
      </TableRow>
    </TableBody>
  </Table>
);
