import { computeUnitNoise } from '../noise.ts';
import type { SourceEntity } from './source-spec.ts';

const splitAtCommas = (text: string) => text.trim().split(/\s*,\s*/);

const cities =
  splitAtCommas(`Amsterdam, Athens, Auckland, Bangkok, Barcelona, Beirut, Berlin, Bogota, Boston,
  Brussels, Budapest, Buenos Aires, Cairo, Cape Town, Caracas, Casablanca, Chicago, Copenhagen, Dakar,
  Delhi, Denver, Dhaka, Dublin, Edinburgh, Geneva, Hanoi, Havana, Helsinki, Hong Kong, Houston, Istanbul,
  Jakarta, Johannesburg, Karachi, Kyiv, Lagos, Lima, Lisbon, London, Los Angeles, Madrid, Manila, Melbourne,
  Mexico City, Miami, Milan, Montreal, Mumbai, Munich, Nairobi, New York, Osaka, Oslo, Paris, Perth, Prague,
  Quito, Reykjavik, Riga, Rio de Janeiro, Rome, San Francisco, Santiago, Sao Paulo, Seattle, Seoul, Shanghai,
  Singapore, Stockholm, Sydney, Taipei, Tallinn, Tokyo, Toronto, Tunis, Vancouver, Vienna, Warsaw, Wellington, Zurich`);

const countries =
  splitAtCommas(`Argentina, Australia, Austria, Belgium, Brazil, Canada, Chile, China, Colombia,
  Czechia, Denmark, Egypt, Estonia, Finland, France, Germany, Greece, Hungary, Iceland, India, Indonesia,
  Ireland, Israel, Italy, Japan, Kenya, Latvia, Lithuania, Malaysia, Mexico, Morocco, Netherlands, New Zealand,
  Nigeria, Norway, Peru, Philippines, Poland, Portugal, Romania, Serbia, Singapore, Slovakia, Slovenia,
  South Africa, South Korea, Spain, Sweden, Switzerland, Thailand, Turkey, Ukraine, United Kingdom,
  United States, Uruguay, Vietnam`);

const regions =
  splitAtCommas(`Aegean Sea, Alaska, Aleutian Islands, Andes North, Andes South, Azores, Banda Sea,
  Caribbean, Carpathians, Celebes Sea, Central America, Coral Sea, Crete, East African Rift, Fiji, Hindu Kush,
  Hokkaido, Honshu, Iceland Ridge, Java, Kamchatka, Kermadec Islands, Kuril Islands, Kyushu, Luzon, Mid-Atlantic,
  Mindanao, Molucca Sea, New Britain, North Anatolia, Pamir, Red Sea, Ryukyu Islands, Samoa, Scotia Sea,
  Solomon Islands, South Sandwich, Sumatra, Tonga, Vanuatu, Yunnan, Zagros`);

const nameStarts =
  splitAtCommas(`Alder, Amber, Arden, Birch, Bright, Brook, Cedar, Clear, Copper, Coral, Dawn, Delta,
  Ember, Fern, Frost, Glen, Granite, Hazel, Indigo, Iron, Ivory, Juniper, Lark, Linden, Maple, Mira, North,
  Oak, Onyx, Opal, Orchid, Pine, Quartz, Raven, River, Sable, Silver, Solar, Stone, Summit, Tidal, Umber,
  Velvet, Willow, Zephyr`);

const nameEnds =
  splitAtCommas(`bridge, crest, dale, field, ford, gate, harbor, haven, helm, hollow, kin, land, light,
  mark, mere, moor, peak, point, reach, ridge, shire, side, spring, stead, vale, ward, watch, water, wick, worth`);

const mascots =
  splitAtCommas(`Falcons, Foxes, Herons, Lynxes, Mariners, Otters, Pilots, Ravens, Rovers, Storks,
  Wanderers, Wolves`);

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function symbolOf(name: string): string {
  const letters = name.toUpperCase().replace(/[^A-Z0-9 ]/g, '');
  const initials = letters.split(' ').map((word) => word.slice(0, 6));
  return initials.join('').slice(0, 8);
}

function named(names: readonly string[], category: string | null): readonly SourceEntity[] {
  return names.map((name) => ({ id: slug(name), symbol: symbolOf(name), name, category }));
}

const take = (names: readonly string[], count: number) => names.slice(0, count);

/** Returns cities. */
export const listCities = (count = 80) => named(take(cities, count), 'city');

/** Returns countries. */
export const listCountries = (count = 56) => named(take(countries, count), 'country');

/** Returns regions with earthquakes. */
export const listSeismicRegions = () => named(regions, 'region');

/** Returns each measure for each of a number of cities, for example `berlin-pm25`. */
export function listCityMeasures(
  measures: readonly string[],
  count: number,
): readonly SourceEntity[] {
  return take(cities, count).flatMap((city) =>
    measures.map((measure) => ({
      id: `${slug(city)}-${slug(measure)}`,
      symbol: `${symbolOf(city).slice(0, 4)}-${symbolOf(measure).slice(0, 5)}`,
      name: `${city}: ${measure}`,
      category: slug(measure),
    })),
  );
}

/**
 * Returns entities with invented names. A name has two parts and is no real company's name; the
 * same key gives the same names.
 */
export function inventNamedEntities(
  key: number,
  count: number,
  suffix = '',
): readonly SourceEntity[] {
  return Array.from({ length: count }, (_, number) => {
    // The steps are coprime to both lengths, so that every pair occurs before one is repeated.
    const place = number * 7 + Math.floor(computeUnitNoise(key, 0) * 1350);
    const head = nameStarts[place % nameStarts.length] ?? '';
    const tail = nameEnds[(place + Math.floor(place / nameStarts.length)) % nameEnds.length] ?? '';
    const name = `${head}${tail}${suffix === '' ? '' : ` ${suffix}`}`;
    return {
      id: `${slug(name)}-${number + 1}`,
      symbol: `${head.slice(0, 2)}${tail.slice(0, 2)}${number + 1}`.toUpperCase(),
      name: `${name} ${number + 1}`,
      category: null,
    };
  });
}

/** Returns invented teams, named after a city and an animal or a trade. */
export function inventTeams(key: number, count: number): readonly SourceEntity[] {
  return Array.from({ length: count }, (_, number) => {
    const city = cities[(number * 13 + key) % cities.length] ?? '';
    const mascot = mascots[(number * 5 + key) % mascots.length] ?? '';
    const name = `${city} ${mascot}`;
    return { id: `${slug(name)}-${number + 1}`, symbol: symbolOf(name), name, category: 'team' };
  });
}

/** Returns numbered entities, for example flights `XA1000`. */
export function listNumberedEntities(
  prefixes: readonly string[],
  each: number,
  name: string,
): readonly SourceEntity[] {
  return prefixes.flatMap((prefix) =>
    Array.from({ length: each }, (_, number) => {
      const code = `${prefix}${1000 + number}`;
      return { id: code.toLowerCase(), symbol: code, name: `${name} ${code}`, category: prefix };
    }),
  );
}

/** Parses a comma-separated list of names into entities. */
export const parseEntityList = (text: string, category: string | null = null) =>
  named(splitAtCommas(text), category);

/** Returns every pair of two currencies of the list, for example `EUR/USD`. */
export function listCurrencyPairs(codes: string): readonly SourceEntity[] {
  const list = splitAtCommas(codes);
  return list.flatMap((base, position) =>
    list.slice(position + 1).map((quote) => ({
      id: `${base}-${quote}`.toLowerCase(),
      symbol: `${base}/${quote}`,
      name: `${base} in ${quote}`,
      category: 'pair',
    })),
  );
}
