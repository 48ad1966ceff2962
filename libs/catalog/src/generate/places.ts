/** Cities that generated companies and people live in, with the countries' languages, legal forms and pay. */
import { runningSums } from './random';

export interface Country {
  name: string;
  /** Locales of the name library, the usual one first. */
  locales: readonly string[];
  languages: readonly string[];
  legalForms: readonly string[];
  exchange: string;
  /** Pay beside that of the United States. */
  pay: number;
  /** Two letters, for identifiers. */
  code: string;
}

export interface City {
  name: string;
  region: string;
  country: number;
  lat: number;
  lon: number;
  weight: number;
}

// name | code | locales | languages | legal forms | exchange | pay
const COUNTRY_ROWS = `
United States|US|en|English|Inc.,LLC,Corp.,Holdings Inc.|NASDAQ,NYSE|1
Canada|CA|en_CA,en_CA,en_CA,fr_CA|English,French|Inc.,Ltd.,Corp.|TSX|0.78
United Kingdom|GB|en_GB|English|Ltd,PLC,LLP|LSE|0.75
Ireland|IE|en_IE|English|Ltd,DAC|Euronext Dublin|0.74
Germany|DE|de|German|GmbH,AG,SE,GmbH & Co. KG|XETRA|0.72
Austria|AT|de_AT|German|GmbH,AG|Wiener Börse|0.66
Switzerland|CH|de_CH,de_CH,fr_CH|German,French|AG,SA,GmbH|SIX|1.1
France|FR|fr|French|SAS,SA,SARL|Euronext Paris|0.62
Netherlands|NL|nl|Dutch|B.V.,N.V.|Euronext Amsterdam|0.7
Belgium|BE|nl_BE,fr_BE|Dutch,French|NV,SRL|Euronext Brussels|0.64
Spain|ES|es|Spanish|S.L.,S.A.|BME|0.48
Portugal|PT|pt_PT|Portuguese|Lda.,S.A.|Euronext Lisbon|0.4
Italy|IT|it|Italian|S.r.l.,S.p.A.|Borsa Italiana|0.5
Sweden|SE|sv|Swedish|AB|Nasdaq Stockholm|0.6
Norway|NO|nb_NO|Norwegian|AS,ASA|Oslo Børs|0.7
Denmark|DK|da|Danish|ApS,A/S|Nasdaq Copenhagen|0.72
Finland|FI|fi|Finnish|Oy,Oyj|Nasdaq Helsinki|0.58
Poland|PL|pl|Polish|Sp. z o.o.,S.A.|GPW|0.38
Czechia|CZ|cs_CZ|Czech|s.r.o.,a.s.|PSE|0.38
Hungary|HU|hu|Hungarian|Kft.,Zrt.|BÉT|0.33
Romania|RO|ro|Romanian|S.R.L.,S.A.|BVB|0.33
Ukraine|UA|uk|Ukrainian|LLC|PFTS|0.28
Greece|GR|el|Greek|S.A.,IKE|ATHEX|0.34
Turkey|TR|tr|Turkish|A.Ş.,Ltd. Şti.|BIST|0.26
Israel|IL|he,en|Hebrew|Ltd.|TASE|0.8
United Arab Emirates|AE|ar,en_IN|Arabic|LLC,FZ-LLC|DFM|0.62
Saudi Arabia|SA|ar|Arabic|LLC,JSC|Tadawul|0.55
Egypt|EG|ar|Arabic|S.A.E.|EGX|0.16
Nigeria|NG|en_NG|English|Ltd|NGX|0.15
Ghana|GH|en_GH|English|Ltd|GSE|0.14
South Africa|ZA|en_ZA,zu_ZA|English,Zulu|(Pty) Ltd,Ltd|JSE|0.3
India|IN|en_IN|Hindi|Pvt. Ltd.,Ltd.|NSE|0.22
Singapore|SG|en_HK,en_IN|Mandarin|Pte. Ltd.|SGX|0.74
Hong Kong|HK|en_HK|Cantonese|Ltd.|HKEX|0.72
Taiwan|TW|zh_TW|Mandarin|Co., Ltd.|TWSE|0.42
China|CN|zh_CN|Mandarin|Co., Ltd.|SSE,SZSE|0.4
Japan|JP|ja|Japanese|K.K.,G.K.|TSE|0.52
South Korea|KR|ko|Korean|Co., Ltd.|KRX|0.5
Vietnam|VN|vi|Vietnamese|Co., Ltd.,JSC|HOSE|0.16
Indonesia|ID|id_ID|Indonesian|PT|IDX|0.17
Australia|AU|en_AU|English|Pty Ltd,Ltd|ASX|0.78
New Zealand|NZ|en_AU|English|Ltd|NZX|0.62
Brazil|BR|pt_BR|Portuguese|Ltda.,S.A.|B3|0.28
Mexico|MX|es_MX|Spanish|S.A. de C.V.|BMV|0.3
Argentina|AR|es|Spanish|S.A.,S.R.L.|BYMA|0.24
Chile|CL|es|Spanish|SpA,S.A.|Bolsa de Santiago|0.3
Colombia|CO|es_MX|Spanish|S.A.S.|BVC|0.22
`;

// country | city, region, lat, lon, weight; …
const CITY_ROWS = `
United States|New York,New York,40.71,-74.01,110;San Francisco,California,37.77,-122.42,95;Los Angeles,California,34.05,-118.24,60;Boston,Massachusetts,42.36,-71.06,50;Seattle,Washington,47.61,-122.33,50;Chicago,Illinois,41.88,-87.63,45;Austin,Texas,30.27,-97.74,40;San Jose,California,37.34,-121.89,35;Washington,District of Columbia,38.91,-77.04,30;Atlanta,Georgia,33.75,-84.39,28;Dallas,Texas,32.78,-96.8,26;Denver,Colorado,39.74,-104.98,25;Houston,Texas,29.76,-95.37,24;San Diego,California,32.72,-117.16,22;Miami,Florida,25.77,-80.19,22;Philadelphia,Pennsylvania,39.95,-75.16,20;Minneapolis,Minnesota,44.98,-93.26,14;Phoenix,Arizona,33.45,-112.07,14;Portland,Oregon,45.52,-122.68,12;Raleigh,North Carolina,35.77,-78.64,12;Salt Lake City,Utah,40.76,-111.89,12;Detroit,Michigan,42.33,-83.05,10;Pittsburgh,Pennsylvania,40.44,-80,9;Nashville,Tennessee,36.17,-86.78,8
Canada|Toronto,Ontario,43.71,-79.4,34;Vancouver,British Columbia,49.25,-123.12,18;Montreal,Quebec,45.51,-73.59,18;Calgary,Alberta,51.05,-114.09,8;Ottawa,Ontario,45.41,-75.7,8
United Kingdom|London,England,51.51,-0.13,90;Manchester,England,53.48,-2.24,14;Cambridge,England,52.2,0.12,10;Edinburgh,Scotland,55.95,-3.2,9;Bristol,England,51.46,-2.6,8;Birmingham,England,52.48,-1.9,8
Ireland|Dublin,Leinster,53.33,-6.25,14
Germany|Berlin,Berlin,52.52,13.41,36;Munich,Bavaria,48.14,11.58,28;Hamburg,Hamburg,53.55,9.99,18;Frankfurt am Main,Hesse,50.12,8.68,16;Cologne,North Rhine-Westphalia,50.93,6.95,14;Stuttgart,Baden-Württemberg,48.78,9.18,12
Austria|Vienna,Vienna,48.21,16.37,10
Switzerland|Zürich,Zurich,47.37,8.55,14;Geneva,Geneva,46.2,6.15,6;Basel,Basel-City,47.56,7.57,4
France|Paris,Île-de-France,48.85,2.35,44;Lyon,Auvergne-Rhône-Alpes,45.75,4.85,10;Toulouse,Occitanie,43.6,1.44,6;Lille,Hauts-de-France,50.63,3.06,4;Marseille,Provence-Alpes-Côte d'Azur,43.3,5.38,4
Netherlands|Amsterdam,North Holland,52.37,4.89,20;Rotterdam,South Holland,51.92,4.48,8;Utrecht,Utrecht,52.09,5.12,5;Eindhoven,North Brabant,51.44,5.48,5
Belgium|Brussels,Brussels Capital,50.85,4.35,9
Spain|Madrid,Madrid,40.42,-3.7,20;Barcelona,Catalonia,41.39,2.16,18;Valencia,Valencia,39.47,-0.38,5
Portugal|Lisbon,Lisbon,38.73,-9.15,9;Porto,Porto,41.15,-8.61,5
Italy|Milan,Lombardy,45.46,9.19,18;Rome,Lazio,41.89,12.51,12;Turin,Piedmont,45.07,7.69,5
Sweden|Stockholm,Stockholm,59.33,18.07,18;Gothenburg,Västra Götaland,57.71,11.97,6
Norway|Oslo,Oslo,59.91,10.75,8
Denmark|Copenhagen,Capital Region,55.68,12.57,10
Finland|Helsinki,Uusimaa,60.17,24.94,9
Poland|Warsaw,Mazovia,52.23,21.01,13;Kraków,Lesser Poland,50.06,19.94,8;Wrocław,Lower Silesia,51.1,17.03,5
Czechia|Prague,Prague,50.09,14.42,9
Hungary|Budapest,Budapest,47.5,19.04,7
Romania|Bucharest,București,44.43,26.11,7;Cluj-Napoca,Cluj,46.77,23.6,3
Ukraine|Kyiv,Kyiv City,50.45,30.52,6
Greece|Athens,Attica,37.98,23.73,5
Turkey|Istanbul,Istanbul,41.01,28.95,14;Ankara,Ankara,39.92,32.85,4
Israel|Tel Aviv,Tel Aviv,32.08,34.78,18
United Arab Emirates|Dubai,Dubai,25.07,55.17,12;Abu Dhabi,Abu Dhabi,24.45,54.4,4
Saudi Arabia|Riyadh,Riyadh Region,24.69,46.72,7
Egypt|Cairo,Cairo,30.06,31.25,6
Nigeria|Lagos,Lagos,6.45,3.39,8
Ghana|Accra,Greater Accra,5.56,-0.2,3
South Africa|Johannesburg,Gauteng,-26.2,28.04,7;Cape Town,Western Cape,-33.93,18.42,7
India|Bengaluru,Karnataka,12.97,77.59,40;Mumbai,Maharashtra,19.07,72.88,32;New Delhi,Delhi,28.64,77.22,24;Hyderabad,Telangana,17.38,78.46,18;Pune,Maharashtra,18.52,73.86,14;Chennai,Tamil Nadu,13.09,80.28,14
Singapore|Singapore,Singapore,1.29,103.85,20
Hong Kong|Hong Kong,Hong Kong Island,22.28,114.16,14
Taiwan|Taipei,Taipei City,25.05,121.53,8
China|Beijing,Beijing,39.91,116.4,26;Shanghai,Shanghai,31.22,121.46,26;Shenzhen,Guangdong,22.55,114.07,20;Hangzhou,Zhejiang,30.29,120.16,10;Guangzhou,Guangdong,23.12,113.25,10
Japan|Tokyo,Tokyo,35.69,139.69,34;Osaka,Osaka,34.69,135.5,10;Fukuoka,Fukuoka,33.6,130.42,4
South Korea|Seoul,Seoul,37.57,126.98,22;Busan,Busan,35.1,129.04,4
Vietnam|Ho Chi Minh City,Ho Chi Minh City,10.82,106.63,7;Hanoi,Hanoi,21.02,105.84,6
Indonesia|Jakarta,Jakarta,-6.21,106.85,10
Australia|Sydney,New South Wales,-33.87,151.21,20;Melbourne,Victoria,-37.81,144.96,18;Brisbane,Queensland,-27.47,153.03,7;Perth,Western Australia,-31.95,115.86,4
New Zealand|Auckland,Auckland,-36.85,174.76,5
Brazil|São Paulo,São Paulo,-23.55,-46.64,26;Rio de Janeiro,Rio de Janeiro,-22.91,-43.18,10;Belo Horizonte,Minas Gerais,-19.92,-43.94,5;Florianópolis,Santa Catarina,-27.6,-48.55,3
Mexico|Mexico City,Mexico City,19.43,-99.13,16;Monterrey,Nuevo León,25.67,-100.32,6;Guadalajara,Jalisco,20.67,-103.39,6
Argentina|Buenos Aires,Buenos Aires F.D.,-34.61,-58.38,9
Chile|Santiago,Santiago Metropolitan,-33.46,-70.65,6
Colombia|Bogotá,Bogota D.C.,4.61,-74.08,8;Medellín,Antioquia,6.25,-75.56,4
`;

const rows = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

export const COUNTRIES: readonly Country[] = rows(COUNTRY_ROWS).map(
  ([name, code, locales, languages, forms, exchange, pay]) => ({
    name,
    code,
    locales: locales.split(','),
    languages: languages.split(','),
    legalForms: forms
      .replaceAll('Co., Ltd.', 'Co.; Ltd.')
      .split(',')
      .map((form) => form.replace(';', ',')),
    exchange,
    pay: Number(pay),
  }),
);

export const CITIES: readonly City[] = rows(CITY_ROWS).flatMap(([countryName, list]) => {
  const country = COUNTRIES.findIndex(({ name }) => name === countryName);
  return list.split(';').map((entry) => {
    const [name, region, lat, lon, weight] = entry.split(',');
    return { name, region, country, lat: Number(lat), lon: Number(lon), weight: Number(weight) };
  });
});

/** For `Random.weighted`: companies and people crowd where the weights are. */
export const CITY_SUMS = runningSums(CITIES.map(({ weight }) => weight));

/** Cities of each country, by the country's place in COUNTRIES. */
export const CITIES_OF: readonly number[][] = COUNTRIES.map((_, country) =>
  CITIES.flatMap((city, index) => (city.country === country ? [index] : [])),
);

/** `Berlin, Germany`; the region too where it says more than the city. */
export function placeText(cityIndex: number): string {
  const city = CITIES[cityIndex];
  const country = COUNTRIES[city.country].name;
  const region = city.region === city.name ? '' : `, ${city.region}`;
  return city.name === country ? country : `${city.name}${region}, ${country}`;
}
