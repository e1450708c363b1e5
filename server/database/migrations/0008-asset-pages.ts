import { type Kysely, sql } from 'kysely';

/** Menu entries of the asset pages, the builtin roles that may open them, and limits. */
export const assetPages = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/advertising/post', '/advertising', 'base', '帖子管理', 'Post management', 21, null),
        ('/advertising/video', '/advertising', 'base', '短剧素材', 'Short-drama materials', 24, null),
        ('/advertising/upload-ec', '/advertising', 'base', '电商素材', 'E-commerce materials', 25, null),
        ('/material', null, 'base', '素材管理', 'Material management', 3, 'material'),
        ('/material/upload', '/material', 'base', '素材上传', 'Upload', 31, null),
        ('/auth', null, 'base', '授权管理', 'Authorisation', 5, 'authorisation'),
        ('/auth/pixel', '/auth', 'base', '像素', 'Pixel', 51, null),
        ('/auth/homepage', '/auth', 'base', '主页关联', 'Homepage association', 52, null),
        ('/auth/site', '/auth', 'base', '站点关联', 'Site association', 53, null),
        ('/auth/account', '/auth', 'base', '广告账户', 'Ad account', 54, null),
        ('/auth/personage', '/auth', 'base', '个人账号管理', 'Personal accounts', 55, null),
        ('/operation', null, 'base', '托管管理', 'Hosting management', 6, 'hosting'),
        ('/operation/auth', '/operation', 'base', '个人账号授权', 'Personal account authorisation', 61, null);

      update sys_role set updated_at = now(), paths = paths || case name
        when '优化师' then '{/advertising/post,/advertising/video,/advertising/upload-ec,/auth/pixel,/auth/homepage,/auth/account}'
        when '素材师' then '{/advertising/video,/advertising/upload-ec,/material/upload}'
        when '组长' then '{/advertising/post,/advertising/video,/advertising/upload-ec,/material/upload,/auth/pixel,/auth/homepage,/auth/site,/auth/account,/auth/personage}'
        when '托管运营' then '{/operation/auth}'
        else '{}' end::text[]
      where is_builtin;

      insert into setting (key, value) values
        ('UPLOAD_MAX_VIDEO_BYTES', '1073741824'),
        ('UPLOAD_MAX_IMAGE_BYTES', '31457280');
    `.execute(db);
  },
};
