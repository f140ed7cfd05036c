import { EveImage } from "./image.tsx";
import type { ShownSize } from "./image.tsx";

/** A character's face; a grey tile with a question mark when there is none. */
export function Portrait(props: { characterId: number; size?: ShownSize; isHero?: boolean }) {
  const { characterId, size = 64, isHero = false } = props;
  const path = `characters/${characterId}/portrait`;
  return <EveImage path={path} size={size} isHero={isHero} placeholder="?" />;
}

export function CorporationLogo(props: { corporationId: number; size?: ShownSize }) {
  const { corporationId, size = 32 } = props;
  return <EveImage path={`corporations/${corporationId}/logo`} size={size} placeholder="?" />;
}

export function AllianceLogo({ allianceId, size = 32 }: { allianceId: number; size?: ShownSize }) {
  return <EveImage path={`alliances/${allianceId}/logo`} size={size} placeholder="?" />;
}
