/** Hosts that generated records use: all under the reserved `.example`, so that nothing points at a real site. */
export const HOSTS = {
  pro: 'pro.example',
  socialA: 'social-a.example',
  socialB: 'social-b.example',
  dataA: 'data-a.example',
  dataB: 'data-b.example',
  dataD: 'data-d.example',
  dataE: 'data-e.example',
  dataG: 'data-g.example',
  launch: 'launch.example',
  codeHost: 'code.example',
  images: 'images.example',
  news: 'news.example',
  patents: 'patents.example',
  /** A site builder: companies live on paths of it, as on real platforms. */
  platform: 'sites.example',
} as const;

export const PERSONAL_MAIL_HOSTS = ['mail.example', 'inbox.example', 'post.example'] as const;
