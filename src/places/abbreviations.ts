// Abbreviated states behind the name of a town: Alexandria, La.; Springfield, IL; Perth, WA.

const AP_STYLE =
  'Ala AL,Alaska AK,Ariz AZ,Ark AR,Calif CA,Cal CA,Colo CO,Conn CT,Del DE,Fla FL,Ga GA,Ill IL,Ind IN,Kan KS,Kans KS,Ky KY,La LA,Md MD,Mass MA,' +
  'Mich MI,Minn MN,Miss MS,Mo MO,Mont MT,Neb NE,Nebr NE,Nev NV,N.H NH,N.J NJ,N.M NM,N.Y NY,N.C NC,N.D ND,Okla OK,Ore OR,Pa PA,Penn PA,' +
  'R.I RI,S.C SC,S.D SD,Tenn TN,Tex TX,Vt VT,Va VA,Wash WA,W.Va WV,Wis WI,Wyo WY,D.C DC';
const US_CODES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC';
const CANADA =
  'B.C 02,BC 02,Alta 01,AB 01,Sask 11,SK 11,Man 03,MB 03,Ont 08,ON 08,Que 10,QC 10,N.B 04,NB 04,N.S 07,NS 07,P.E.I 09,PEI 09,PE 09,Nfld 05,NL 05';
const AUSTRALIA = 'NSW 02,N.S.W 02,VIC 07,Vic 07,QLD 04,Qld 04,TAS 06,Tas 06,ACT 01';

/** Code of the area by the abbreviation as it is written, without a last dot. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ...US_CODES.split(' ').map((code) => [code, `US.${code}`] as const),
  ...pairs(AUSTRALIA, 'AU'),
  ...pairs(CANADA, 'CA'),
  ...pairs(AP_STYLE, 'US'),
]);

/** Those that are clear also where no town stands before them. */
const CLEAR = new Set(
  'Ala Ariz Calif Colo Conn Fla Okla Tenn Wyo Wis Minn Mich N.H N.J N.M N.Y N.C N.D S.C S.D R.I W.Va D.C DC B.C NSW N.S.W QLD P.E.I Alta Sask Ont'.split(
    ' ',
  ),
);

/** Code of the area that an abbreviation stands for, as it may behind a town; `undefined` where it is none. */
export function abbreviatedArea(written: string): string | undefined {
  return ABBREVIATIONS.get(written.endsWith('.') ? written.slice(0, -1) : written);
}

/** Whether an abbreviation is clear by itself. */
export function isClearAbbreviation(written: string): boolean {
  return CLEAR.has(written.endsWith('.') ? written.slice(0, -1) : written);
}

function pairs(list: string, country: string): (readonly [string, string])[] {
  return list.split(',').map((pair) => {
    const [written = '', code = ''] = pair.split(' ');
    return [written, `${country}.${code}`] as const;
  });
}
