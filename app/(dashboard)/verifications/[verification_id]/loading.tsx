import { VerificationSkeleton } from "#components/verification/verification-skeleton.tsx";

export default function Loading() {
  return <VerificationSkeleton />;
}
