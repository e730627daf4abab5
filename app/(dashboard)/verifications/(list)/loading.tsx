import { ListSkeleton } from "#components/verifications/list-skeleton.tsx";

export default ListSkeleton;
