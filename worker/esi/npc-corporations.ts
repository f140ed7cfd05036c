/** EVE's own corporations give no roles and titles: https://developers.eveonline.com/docs/guides/id-ranges/ */
const FIRST_PLAYER_CORPORATION_ID = 2_000_000;

export function isNpcCorporation(id: number): boolean {
  return id < FIRST_PLAYER_CORPORATION_ID;
}
