#!/bin/bash
# A STAND-IN. This is not YunoHost: it was written for the test of deploy/yunohost, and does around the scripts of a package what YunoHost's core does, as far as these need
# it: it provides the resources of the manifest, keeps settings, calls the scripts where they expect to be, and copies what a backup declares.
#
#   core.sh domain DOMAIN PORT             makes nginx answer for a domain, with the certificate in /try
#   core.sh install PACKAGE DOMAIN PORT    PORT: the one that the app is given
#   core.sh upgrade PACKAGE
#   core.sh change_url DOMAIN
#   core.sh backup ARCHIVE                 a folder
#   core.sh restore ARCHIVE PORT
#   core.sh remove [--purge]
set -euo pipefail

app=ou-la-la
kept="/etc/yunohost/apps/$app"
work=/tmp/work

set_setting() {
    mkdir -p "$kept"
    touch "$kept/settings"
    sed -i "/^$1=/d" "$kept/settings"
    printf '%s=%q\n' "$1" "$2" >> "$kept/settings"
}

# User, folders, port, Node and source, as the manifest asks for them.
provide() {
    local version
    version="$(node --version)"
    version="${version#v}"
    id "$app" > /dev/null 2>&1 || useradd --system --home-dir "/var/www/$app" "$app"
    install -d -m 750 -o "$app" -g "$app" "/var/www/$app"
    install -d -m 700 -o "$app" -g "$app" "/home/yunohost.app/$app"
    mkdir -p "/opt/node_n/n/versions/node/$version/bin"
    ln -sf /usr/local/bin/node /usr/local/bin/npm "/opt/node_n/n/versions/node/$version/bin/"
    set_setting install_dir "/var/www/$app"
    set_setting data_dir "/home/yunohost.app/$app"
    set_setting nodejs_version "$version"
    set_setting mail_pwd secret
    if [ -n "${1:-}" ]; then set_setting port "$1"; fi
}

# Calls a script of the package whose folder is $1, from where YunoHost calls it.
call() {
    local from="$1" script="$2" where="$3" below="$4"
    (
        set -a
        # shellcheck source=/dev/null
        . "$kept/settings"
        set +a
        cd "$where"
        app="$app" YNH_APP_BASEDIR="$from" bash "$below/$script"
    )
}
call_script() {
    rm -rf "$work"
    mkdir -p "$work"
    cp -r "$1/." "$work"
    call "$work" "$2" "$work/scripts" .
}
keep() {
    rm -rf "$kept/scripts" "$kept/conf"
    cp -r "$1/scripts" "$1/conf" "$1/manifest.toml" "$kept/"
}
# The file that the address in the manifest ends with, as the core would have fetched it.
fetch() {
    local url
    url="$(sed -n 's/^ *url = "\(.*\)"$/\1/p' "$1/manifest.toml")"
    source_of_app="/try/$(basename "$url")"
    export source_of_app
}

case "$1" in
    domain)
        mkdir -p "/etc/nginx/conf.d/$2.d"
        cat > "/etc/nginx/conf.d/$2.conf" << END
server {
    listen 127.0.0.1:$3 ssl;
    server_name $2;
    ssl_certificate /try/certificate.pem;
    ssl_certificate_key /try/key.pem;
    more_set_headers "Content-Security-Policy : upgrade-insecure-requests";
    more_set_headers "X-Frame-Options : SAMEORIGIN";
    more_set_headers "Permissions-Policy : interest-cohort=()";
    include /etc/nginx/conf.d/$2.d/*.conf;
}
END
        cat > /etc/nginx/proxy_params_no_auth << 'END'
proxy_set_header Host $host;
proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
proxy_set_header X-Forwarded-Proto $scheme;
END
        rm -f /etc/nginx/sites-enabled/default
        nginx -t -q
        if [ -s /run/nginx.pid ]; then nginx -s reload; else nginx; fi
        ;;
    install)
        fetch "$2"
        set_setting domain "$3"
        set_setting path /
        set_setting sign_ups open
        provide "$4"
        keep "$2"
        call_script "$2" install
        ;;
    upgrade)
        fetch "$2"
        provide
        call_script "$2" upgrade
        keep "$2"
        ;;
    change_url)
        old_domain="$(sed -n 's/^domain=//p' "$kept/settings")"
        export old_domain
        set_setting domain "$2"
        call_script "$kept" change_url
        ;;
    backup)
        mkdir -p "$2/backup"
        cp -r "$kept" "$2/settings"
        export YNH_BACKUP_CSV="$2/declared"
        call "$2/settings" backup "$2/backup" ../settings/scripts
        while read -r path; do cp --archive --parents "$path" "$2/backup"; done < "$2/declared"
        ;;
    restore)
        mkdir -p "$(dirname "$kept")"
        cp -r "$2/settings" "$kept"
        provide "$3"
        call "$2/settings" restore "$2/backup" ../settings/scripts
        ;;
    remove)
        call_script "$kept" remove
        rm -rf "/var/www/$app" "$kept"
        if [ "${2:-}" = --purge ]; then rm -rf "/home/yunohost.app/$app" && userdel "$app"; fi
        ;;
    *)
        echo "no stand-in for $1" >&2
        exit 1
        ;;
esac
