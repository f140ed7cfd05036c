import { EveImage } from "./image.tsx";
import type { ShownSize } from "./image.tsx";

/** Falls back to a grey tile with a question mark (spec.md §8). */
export function Portrait({ characterId, size = 64 }: { characterId: number; size?: ShownSize }) {
  return <EveImage path={`characters/${characterId}/portrait`} size={size} placeholder="?" />;
}

export function CorporationLogo(props: { corporationId: number; size?: ShownSize }) {
  const { corporationId, size = 32 } = props;
  return <EveImage path={`corporations/${corporationId}/logo`} size={size} placeholder="?" />;
}

export function AllianceLogo({ allianceId, size = 32 }: { allianceId: number; size?: ShownSize }) {
  return <EveImage path={`alliances/${allianceId}/logo`} size={size} placeholder="?" />;
}
