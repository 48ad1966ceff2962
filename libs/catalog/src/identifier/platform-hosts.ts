/**
 * Hosts on which many companies live side by side, so that the host alone names nobody. Each entry says which part of a
 * URL names the owner. There is no fallback: a URL too short for its entry is no identifier.
 *
 * Mobile and language subdomains (`m.`, `de.`) count as the host itself; any other subdomain is a host of its own, and
 * hosting suffixes such as `acme.github.io` need no entry because the public suffix list's private section has them.
 */
export interface PlatformHost {
  host: string;
  /** Other names of the same platform; keys are written with `host`. */
  aliases?: string[];
  /**
   * `parts`: that many leading path parts, one more after a name in `sections`;
   * `idPart`: the path part `id<digits>`; `query`: the value of that query parameter.
   */
  key: { parts: number; sections?: string[] } | { idPart: true } | { query: string };
}

const one = { parts: 1 };
const two = { parts: 2 };
const after = (...sections: string[]) => ({ parts: 1, sections });

export const PLATFORM_HOSTS: readonly PlatformHost[] = [
  // networks
  {
    host: 'linkedin.com',
    key: after('company', 'school', 'showcase', 'in', 'pub', 'organization', 'groups', 'feed', 'posts', 'jobs'),
  },
  {
    host: 'facebook.com',
    aliases: ['fb.com', 'fb.me', 'business.facebook.com'],
    key: after('pages', 'pg', 'people', 'groups', 'events', 'p', 'profile.php', 'home.php', 'sharer'),
  },
  { host: 'x.com', aliases: ['twitter.com'], key: after('i', 'intent', 'hashtag', 'home', 'search') },
  { host: 'instagram.com', key: after('p', 'reel', 'explore', 'stories') },
  { host: 'threads.net', aliases: ['threads.com'], key: one },
  { host: 'tiktok.com', key: after('tag', 'music') },
  { host: 'youtube.com', key: after('channel', 'c', 'user', 'watch', 'playlist', 'shorts', 'embed') },
  { host: 'youtu.be', key: one },
  { host: 'pinterest.com', key: after('pin') },
  { host: 'snapchat.com', key: after('add') },
  { host: 'reddit.com', key: after('r', 'u', 'user') },
  { host: 'bsky.app', key: after('profile') },
  { host: 'xing.com', key: after('companies', 'pages', 'profile', 'company') },
  { host: 'vk.com', key: one },
  { host: 'ok.ru', key: after('group', 'profile') },
  { host: 'weibo.com', key: after('u', 'p') },
  { host: 't.me', aliases: ['telegram.me'], key: after('s', 'joinchat') },
  { host: 'wa.me', key: after('message', 'c') },
  { host: 'discord.gg', key: one },
  { host: 'discord.com', key: after('invite', 'channels', 'servers') },
  { host: 'tumblr.com', key: after('blog') },
  { host: 'flickr.com', key: after('photos', 'people') },
  { host: 'soundcloud.com', key: one },
  { host: 'open.spotify.com', key: two },
  { host: 'vimeo.com', key: after('channels', 'user', 'showcase') },
  { host: 'twitch.tv', key: one },
  { host: 'mixcloud.com', key: one },
  { host: 'behance.net', key: after('gallery') },
  { host: 'dribbble.com', key: after('shots') },
  { host: 'slideshare.net', key: one },
  { host: 'issuu.com', key: one },
  { host: 'medium.com', key: after('p', 'tag') },
  { host: 'substack.com', key: one },
  { host: 'patreon.com', key: after('c', 'user') },
  { host: 'ko-fi.com', key: one },
  { host: 'buymeacoffee.com', key: one },
  { host: 'meetup.com', key: after('pro') },
  { host: 'eventbrite.com', key: after('o', 'e') },
  // link pages
  { host: 'linktr.ee', key: one },
  { host: 'lnk.bio', key: one },
  { host: 'bio.link', key: one },
  { host: 'beacons.ai', key: one },
  { host: 'campsite.bio', key: one },
  { host: 'linkin.bio', key: one },
  { host: 'taplink.cc', key: one },
  { host: 'milkshake.app', key: one },
  { host: 'about.me', key: one },
  { host: 'bit.ly', key: one },
  { host: 'tinyurl.com', key: one },
  { host: 'goo.gl', key: after('maps') },
  { host: 'g.page', key: after('r') },
  { host: 'g.co', key: after('kgs') },
  // app stores
  { host: 'apps.apple.com', aliases: ['itunes.apple.com'], key: { idPart: true } },
  { host: 'play.google.com', key: { query: 'id' } },
  { host: 'apps.microsoft.com', key: after('detail', 'store') },
  { host: 'chromewebstore.google.com', key: { parts: 2, sections: ['detail'] } },
  { host: 'apps.shopify.com', key: one },
  { host: 'marketplace.atlassian.com', key: { parts: 2 } },
  { host: 'marketplace.visualstudio.com', key: { query: 'itemName' } },
  { host: 'appexchange.salesforce.com', key: { query: 'listingId' } },
  { host: 'store.steampowered.com', key: two },
  { host: 'galaxystore.samsung.com', key: two },
  { host: 'wordpress.org', key: two },
  // site builders and office suites whose owners live in the path
  { host: 'sites.google.com', key: after('view', 'site', 'a') },
  { host: 'docs.google.com', key: { parts: 3 } },
  { host: 'drive.google.com', key: { parts: 3 } },
  { host: 'notion.so', aliases: ['notion.site'], key: one },
  { host: 'calendly.com', key: one },
  // code and model hosts
  { host: 'github.com', key: after('orgs', 'users', 'sponsors', 'marketplace') },
  { host: 'gitlab.com', key: after('groups', 'users') },
  { host: 'bitbucket.org', key: one },
  { host: 'huggingface.co', key: after('spaces', 'datasets', 'models', 'organizations') },
  { host: 'kaggle.com', key: after('organizations', 'datasets', 'c') },
  // directories and databases
  { host: 'crunchbase.com', key: after('organization', 'person', 'product', 'company') },
  { host: 'angel.co', aliases: ['wellfound.com'], key: after('company', 'u', 'p') },
  { host: 'producthunt.com', key: after('products', 'posts') },
  { host: 'f6s.com', key: after('company') },
  { host: 'g2.com', key: after('products', 'sellers') },
  { host: 'capterra.com', key: two },
  { host: 'trustpilot.com', key: after('review') },
  { host: 'yelp.com', key: after('biz') },
  { host: 'tripadvisor.com', key: one },
  { host: 'wikipedia.org', aliases: ['en.wikipedia.org'], key: after('wiki') },
  { host: 'wikidata.org', key: after('wiki', 'entity') },
  // shops, crowdfunding, freelancers
  { host: 'etsy.com', key: after('shop', 'listing') },
  { host: 'aliexpress.com', key: after('store', 'item') },
  { host: 'kickstarter.com', key: after('projects', 'profile') },
  { host: 'indiegogo.com', key: after('projects', 'individuals') },
  { host: 'gofundme.com', key: after('f') },
  { host: 'opencollective.com', key: one },
  { host: 'fiverr.com', key: one },
  { host: 'upwork.com', key: after('agencies', 'freelancers', 'ag') },
  // generated records
  { host: 'sites.example', key: one },
];
