import type { Overview } from "#shared/overview.ts";
import { CoverageCard } from "./coverage-card.tsx";
import { DirectorHealthCard } from "./health-card.tsx";
import { HoursCard } from "./hours-card.tsx";
import { MemberNumbersCard } from "./members-card.tsx";
import { coverageOf, healthOf, hoursOf, weeksOf, workOf } from "./numbers.ts";
import { WorkCard } from "./work-card.tsx";
import { Tips } from "./chart-card.tsx";
import "./pictures.css";

/** How the community fares, in pictures. */
export default function Pictures({ overview }: { overview: Overview }) {
  const { days, today } = overview;
  return (
    <Tips>
      <div className="overview">
        <MemberNumbersCard weeks={weeksOf(days)} groupName={overview.memberGroup} />
        <CoverageCard corporations={coverageOf(overview.corporations)} />
        <HoursCard hours={hoursOf(overview.hours)} />
        <WorkCard work={workOf(days, today)} />
        <DirectorHealthCard health={healthOf(overview)} />
      </div>
    </Tips>
  );
}
