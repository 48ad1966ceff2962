/** Made-up company names: compounds of plain words, each compound used once before any comes twice. */
import { INDUSTRIES } from './industries';
import { mix, type Random, shuffleOf } from './random';

const words = (text: string) => text.trim().split(/\s+/);

const FIRST = words(`
amber arc ash aspen aurora azure bay beacon birch blue bold brave bright brook cedar chalk cinder clear cliff cloud coast
cobalt copper coral crest crown crystal dawn deep delta dune dusk eagle east echo elm ember even ever fair falcon fern fir
first flint fox frost gale garnet glen gold granite gray green gulf harbor hazel heath high hill honey indigo iron isle ivory
jade jet juniper keen key king lake lark laurel lean light lime linden lion long lumen lunar maple marble meadow mint mist
moon moss near new noble north nova oak ocean olive onyx opal orchid otter owl palm peak pearl pine plain plum polar poplar
prime pure quartz quick quiet rain rapid raven red reed ridge river robin rose royal ruby rush sage salt sand sapphire sea
shale shore silk silver sky slate snow solar south spark spring spruce star steel still stone storm summer summit sun swift
tall teal thistle thunder tide timber topaz true tulip umber vale valley velvet violet vivid walnut warm wave west white wild
willow wind winter wise wolf wonder wood yarrow yew young zen zephyr`);
const SECOND = words(`
anchor arch atlas base bay beam bell bend berg bird blade bloom board bolt bond branch break bridge brook byte cast chain
circle cove craft creek crest cross current dale deck den dock door drift drop dune edge falls fare feather field fire fjord
flare fleet flow fold ford forge form forth frame front gate glade glass glow grain grid grove guard harbor haven hawk hearth
helm hill hive holm horn house key lab lane latch leaf ledge lens light line link lock loom mark mast mesh mill mine mint
moor moss mount nest node path peak pine plane point pond pool port post press quay quest rail range reach reef ridge ring
rise road rock root rope route row sail scape scope seed shed shelf ship shore side sight signal smith song spark spire
spring sprout square stack stage stand star stead stem step stone stream stride strand span swell tail thread tide tower
track trail tree vale vault vein verse view vine wake walk wall ward ware watch water wave way weave well wheel wick wind
wing wire works worth yard`);
/** Third words tell apart the companies that share a compound once there are more companies than compounds. */
const THIRD = words(`
global digital group partners international united central pacific atlantic northern southern eastern western nordic alpine
continental metro urban rural coastal inland modern classic premier select express direct prime plus one core next future
heritage legacy dynamic active smart open allied associated federal national regional local world euro asia trans inter omni
multi poly mono micro macro meta hyper super ultra alpha beta gamma delta sigma omega`);

const capital = (word: string) => word[0].toUpperCase() + word.slice(1);

export const COMPOUNDS = FIRST.length * SECOND.length;

export interface CompanyName {
  /** `Northpeak` */
  stem: string;
  /** `Northpeak Robotics` */
  name: string;
  /** `northpeak-robotics`: no two companies of a data set have the same. */
  slug: string;
}

/** Names by company index. `suffix` comes from the industry; index alone makes the slug unique. */
export function companyNames(seed: number) {
  const order = shuffleOf(mix(seed ^ 0x51ed270b), COMPOUNDS);
  return (index: number, industry: number, draw: number): CompanyName => {
    const compound = order.to(index % COMPOUNDS);
    const round = Math.floor(index / COMPOUNDS);
    const first = FIRST[compound % FIRST.length];
    const second = SECOND[Math.floor(compound / FIRST.length)];
    const stem = capital(first === second ? `${first}new` : first + second);
    const suffixes = INDUSTRIES[industry].suffixes;
    const suffix = suffixes[draw % suffixes.length];
    const third = round === 0 ? '' : round <= THIRD.length ? THIRD[round - 1] : round.toString(36);
    const name = draw & 0x100 && third ? `${stem} ${capital(third)} ${suffix}` : `${stem} ${suffix}`;
    const words = `${stem} ${suffix}${third ? ` ${third}` : ''}`;
    return { stem, name, slug: words.toLowerCase().replaceAll(' ', '-') };
  };
}

/** A product's or school's word of its own. */
export const compoundWord = (random: Random): string => capital(random.pick(FIRST) + random.pick(SECOND));
