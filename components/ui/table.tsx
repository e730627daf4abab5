import { part } from "@/components/ui/part";

export const Table = part("table", "table", "w-full border-collapse text-left text-sm");
export const TableHeader = part("thead", "table-header", "text-muted-foreground text-xs");
export const TableBody = part("tbody", "table-body", "[&_tr:last-child]:border-0");
export const TableRow = part("tr", "table-row", "border-border border-b");
export const TableHead = part("th", "table-head", "px-2 py-1.5 font-medium align-bottom");
export const TableCell = part("td", "table-cell", "px-2 py-1.5 align-top");
